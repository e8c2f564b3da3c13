import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, openApp, openTenant } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'
import { publishOne, register } from '../../support/stage.ts'

let database: TestDatabase
let receiver: Receiver

beforeAll(async () => {
  database = await testDatabase()
  receiver = await openReceiver()
})

afterAll(async () => {
  await receiver.close()
  await database.close()
})

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const EVENT = { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o1', note: 'payload-secret' } } }

type Line = Record<string, unknown>

/** Makes one successful and one failing attempt, and returns their log lines and the whole output. */
async function linesOf(setting: 'all' | 'failed' | 'none' | undefined) {
  const written: string[] = []
  const lines = { write: (line: string) => void written.push(line) }
  const env = { TIDINGS_LOG_LEVEL: 'info', ...(setting && { TIDINGS_LOG_ATTEMPTS: setting }) }
  const app = await openApp(database, { env, lines })
  const { seller } = await openTenant(app)
  const url = `${receiver.url}?key=address-secret`
  const configuration = { url, secret_key: 'signing-secret' }
  const integration = await register(seller, url, ['order.paid'], { configuration })
  const logs = async () => (await seller.get(`/v2/integrations/${integration.id}/logs`)).body.data
  const { body } = await seller.post('/v2/events', EVENT, { traceparent: TRACEPARENT })
  await eventually(logs, (found) => found.length === 1)
  receiver.answer = (response) => response.writeHead(503, { 'set-cookie': 'answer-secret' }).end('answer-secret')
  await publishOne(seller, EVENT)
  await eventually(logs, (found) => found.length === 2)
  receiver.answer = (response) => response.end()
  await app.close()
  const parsed: Line[] = written.map((line) => JSON.parse(line))
  // On a slow machine failed attempts are retried, including those of the previous app.
  const isFirst = (line: Line) => line.integration_id === integration.id && line.attempt === 1
  const attempts = parsed.filter((line) => String(line.msg).startsWith('attempt ') && isFirst(line))
  return { attempts, written: written.join(''), event_id: body.data[0].id, integration_id: integration.id }
}

test('each attempt logs a line with event, job, integration, endpoint, outcome and trace, but no secret', async () => {
  const { attempts, written, event_id, integration_id } = await linesOf('all')
  const [succeeded, failed] = attempts
  expect(attempts).toHaveLength(2)
  const place = new URL(receiver.url).host
  expect(succeeded).toMatchObject({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    msg: 'attempt succeeded',
    event_id,
    integration_id,
    triggered_by: 'order.paid',
    kind: 'webhook',
    place,
    attempt: 1,
    outcome: 'succeeded',
    status: 200,
    trace_id: '0af7651916cd43dd8448eb211c80319c',
  })
  expect(succeeded?.ms).toBeGreaterThan(0)
  expect(succeeded?.job_id).not.toBe(event_id)
  expect(failed).toMatchObject({ msg: 'attempt failed', outcome: 'retrying', status: 503, place })
  expect(failed).toHaveProperty('detail')
  expect(failed).toHaveProperty('next_at')
  expect(failed).not.toHaveProperty('trace_id')
  expect(written).not.toMatch(/-secret/)
})

test.each([
  ['failed', ['attempt failed']],
  ['none', []],
  [undefined, ['attempt failed']],
] as const)('the setting %s logs the lines %j', async (setting, messages) => {
  const { attempts } = await linesOf(setting)
  expect(attempts.map(({ msg }) => msg)).toEqual(messages)
})
