import { afterEach, expect, test, vi } from 'vitest'
import { commandLog, makeLog, serverLog } from '../../../src/tool/log.ts'

afterEach(() => void vi.restoreAllMocks())

/** Collects the text that is written to a stream of the process. */
function written(name: 'stdout' | 'stderr'): () => string {
  const chunks: string[] = []
  vi.spyOn(process[name], 'write').mockImplementation((chunk) => chunks.push(String(chunk)) > 0)
  return () => chunks.join('')
}

test('a JSON line has the name of its level and the time in ISO 8601', () => {
  const lines: string[] = []
  const log = makeLog('info', { write: (line) => void lines.push(line) })
  log.child({ request_id: 'r1' }).warn({ reason: 'gone' }, 'connection lost')
  log.debug('too fine')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    msg: 'connection lost',
    reason: 'gone',
    request_id: 'r1',
  })
  expect(JSON.parse(lines[0] ?? '').time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('a text line has the time, the level, the message and its members', async () => {
  const text = written('stdout')
  const log = await serverLog({ TIDINGS_LOG_FORMAT: 'text' })
  log.info({ status: 200, route: '/v2/orders' }, 'request')
  expect(text()).toMatch(/^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: request \{"status":200,"route":"\/v2\/orders"\}\n$/)
})

test('a command prints sentences, or log lines once a level or format is set', async () => {
  const text = written('stderr')
  const failure = { reason: 'refused' }
  ;(await commandLog('info', {})).warn(failure, 'Sending failed.')
  ;(await commandLog('info', { TIDINGS_LOG_LEVEL: 'warn' })).warn(failure, 'Sending failed.')
  ;(await commandLog('info', { TIDINGS_LOG_LEVEL: 'warn', TIDINGS_LOG_FORMAT: 'text' })).warn(
    failure,
    'Sending failed.',
  )
  ;(await commandLog('info', { TIDINGS_LOG_FORMAT: 'json' })).warn(failure, 'Sending failed.')
  const [sentence, json, line, again] = text().split('\n')
  expect(sentence).toBe('warning: Sending failed. (refused)')
  expect(JSON.parse(json ?? '')).toMatchObject({ level: 'warn', ...failure })
  expect(line).toMatch(/WARN: Sending failed\. \{"reason":"refused"\}$/)
  expect(JSON.parse(again ?? '')).toMatchObject({ level: 'warn', ...failure })
})

test('a line about a PostgreSQL error has no values of rows', () => {
  const lines: string[] = []
  const log = makeLog('info', { write: (line) => void lines.push(line) })
  const row = { detail: 'Failing row contains (1, secret).', where: "parameter $1 = 'secret'" }
  const error = Object.assign(new Error('violates a check'), { severity: 'ERROR', code: '23514', ...row })
  log.error(error, 'settle failed')
  expect(lines[0]).not.toContain('secret')
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ code: '23514', message: 'violates a check' })
})
