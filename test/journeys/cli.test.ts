import type { Command } from 'commander'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connect } from '../../src/client/connection.ts'
import { makeProgram } from '../../src/commands/program.ts'
import { partitionOf } from '../../src/db/partitions.ts'
import { query } from '../../src/db/pool.ts'
import { newId } from '../../src/kernel/ids.ts'
import { webhookIntegration } from '../support/app.ts'
import type { TestDatabase } from '../support/cluster.ts'
import { emptyDatabase, testDatabase } from '../support/database.ts'
import { allOver } from '../support/process.ts'
import { openReceiver } from '../support/receiver.ts'
import { endTools, runTool, startTool, toolJson } from '../support/tool.ts'

let database: TestDatabase
let env: Record<string, string>

beforeAll(async () => {
  database = await testDatabase()
  env = { DATABASE_URL: database.url, TIDINGS_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') }
})
afterEach(endTools)
afterAll(() => database.close())

type Made = { id: string; name: string }
type MadeKey = Made & { client_id: string; client_secret: string; revoked_at: string | null }

async function makeStore(scope: string): Promise<{ organization: Made; store: Made }> {
  const organization = await toolJson<Made>(['organizations', 'create', '--name', `of ${scope}`], env)
  const options = ['--organization', organization.id, '--name', 'Books', '--scope', scope]
  return { organization, store: await toolJson<Made>(['stores', 'create', ...options], env) }
}

test('organizations, stores and keys that were made are listed, and a revoked key says when', async () => {
  const { organization, store } = await makeStore('books')
  expect(await toolJson(['organizations', 'list'], env)).toEqual([organization])
  expect(await toolJson(['stores', 'list', '--organization', organization.id], env)).toEqual([store])
  const made = await toolJson<MadeKey>(['keys', 'create', '--store', store.id, '--name', 'warehouse'], env)
  expect(made).toMatchObject({ name: 'warehouse', store_id: store.id, organization_id: organization.id })
  const { client_secret, ...key } = made
  expect(client_secret).toMatch(/^tidings_.{43}$/)
  expect(await toolJson(['keys', 'list', '--store', store.id], env)).toEqual([key])
  const revoked = await toolJson<MadeKey>(['keys', 'revoke', made.client_id], env)
  expect(Date.parse(revoked.revoked_at ?? '')).toBeGreaterThan(0)
  expect(await toolJson(['keys', 'list'], env)).toEqual([revoked])
})

test('a store that was made has its settings and its currency, and their events', async () => {
  const { store } = await makeStore('with-settings')
  const events = await query<{ triggered_by: string }>(
    database.db,
    `select triggered_by from events where owner_id = $1 order by id`,
    [store.id],
  )
  expect(events.map(({ triggered_by }) => triggered_by)).toEqual(['settings.created', 'currency.created'])
})

test('serve writes log lines only, answers with a new key, and ends with 0 after SIGTERM', async () => {
  const { organization, store } = await makeStore('served')
  const key = await toolJson<MadeKey>(['keys', 'create', '--organization', organization.id], env)
  const server = startTool(['serve'], { ...env, PORT: '0' })
  const [, base_url = ''] = await server.prints(/"base_url":"(http:[^"]+)"/)
  const connection = await connect({ base_url, ...key, store_id: store.id })
  expect(await connection.get('/settings')).toMatchObject({ data: { type: 'settings' } })
  const { code, stdout, stderr } = await server.end('SIGTERM')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const lines = stdout.trim().split('\n')
  const [listening, ...messages] = lines.map((line) => JSON.parse(line).msg)
  expect(listening).toMatch(/^Server listening at http/)
  expect(messages).toEqual(['started', 'request', 'request', 'stopping', 'stopped'])
})

test('serve --work delivers what it accepts, with no other process', async () => {
  const { store } = await makeStore('all-in-one')
  const key = await toolJson<MadeKey>(['keys', 'create', '--store', store.id], env)
  const receiver = await openReceiver()
  const server = startTool(['serve', '--work'], { ...env, PORT: '0', TIDINGS_ALLOW_NETWORKS: '127.0.0.0/8' })
  const [, base_url = ''] = await server.prints(/"base_url":"(http:[^"]+)"/)
  const connection = await connect({ base_url, ...key, store_id: store.id })
  const integration = webhookIntegration(receiver.url, ['order.paid'])
  const { data } = (await connection.post('/integrations', integration)) as { data: Made }
  await connection.post('/events', { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'x' } } })
  expect(await allOver(database, data.id)).toMatchObject([{ status: 'succeeded' }])
  expect(receiver.received).toHaveLength(1)
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
  await receiver.close()
})

test('partitions are listed with their sizes, and what the service did to them', async () => {
  type Named = { name: string }
  const partitions = await toolJson<Named[]>(['partitions', 'list'], env)
  const today = partitionOf('jobs', Date.now())
  const attached = { state: 'attached', row_estimate: expect.any(Number), bytes: expect.any(Number) }
  expect(partitions).toContainEqual({ name: today, ...attached })
  const changes = await toolJson<Named[]>(['partitions', 'changes', '--limit', '10000'], env)
  const made = { change: 'made', row_estimate: null, at: expect.any(String) }
  expect(changes).toContainEqual({ name: today, ...made })
  expect(partitions.map(({ name }) => name)).toEqual(changes.map(({ name }) => name).sort())
  const { stdout } = await runTool(['partitions', 'list'], env)
  expect(stdout).toMatch(new RegExp(`^PARTITION +STATE +ROWS, ABOUT +MB\\n[^]*${today} +attached +\\d+ +\\d+\\.\\d\\n`))
})

test('migrate brings an empty database up to date, and finds nothing to do the second time', async () => {
  const empty = await emptyDatabase()
  const first = await toolJson<{ ran: string[] }>(['migrate'], { ...env, DATABASE_URL: empty.url })
  expect(first.ran[0]).toBe('0001-tidings.sql')
  expect(await toolJson(['migrate'], { ...env, DATABASE_URL: empty.url })).toEqual({ ran: [] })
  await empty.close()
})

test.each([
  ['nothing at all', []],
  ['an unknown command', ['strat']],
  ['a command without its verb', ['keys']],
  ['an unknown option', ['serve', '--fast']],
  ['a missing option', ['organizations', 'create']],
  ['an id that is none', ['stores', 'list', '--organization', '12']],
  ['a key of nobody', ['keys', 'create']],
  ['a key of two', ['keys', 'create', '--store', newId(1), '--organization', newId(1)]],
  ['an event without payload', ['publish', '--key', 'order.paid']],
  ['a time without unit', ['listen', '--slow', '12']],
])('%s is wrong usage: exit code 2 and a hint on standard error', async (_, args) => {
  const { code, stdout, stderr } = await runTool(args, env)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/--help/)
})

test.each([
  [
    'an organization that is not there',
    ['keys', 'create', '--organization', newId(1)],
    {},
    /organization could not be found/,
  ],
  ['a name that is none', ['organizations', 'create', '--name', ' '], {}, /name must be 1 to 255 characters long/],
  ['a wrong setting', ['serve'], { PORT: 'high' }, /PORT: must be integer/],
  ['a database that is away', ['serve'], { DATABASE_URL: 'postgres://127.0.0.1:1/x' }, /database cannot be reached/],
  [
    'an API that is away',
    ['events', '--url', 'http://127.0.0.1:2'],
    { TIDINGS_CLIENT_ID: 'a', TIDINGS_CLIENT_SECRET: 'b' },
    /Nothing answers at/,
  ],
  ['a missing demo', ['events'], { TIDINGS_DATA: '/nowhere' }, /There is no demo in \/nowhere/],
  ['a missing file', ['listen', '--secret-file', '/nowhere/s'], {}, /There is no file \/nowhere\/s/],
])('%s fails: exit code 1 and a sentence without a stack', async (_, args, more, sentence) => {
  const { code, stdout, stderr } = await runTool(args, { ...env, ...more })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(sentence)
  expect(stderr).toMatch(/^error: /)
  expect(stderr).not.toMatch(/\n {4}at /)
})

test('a stack is shown to who wants to debug', async () => {
  const { stderr } = await runTool(['keys', 'revoke', newId(1)], { ...env, TIDINGS_LOG_LEVEL: 'debug' })
  expect(stderr).toMatch(/error: The key could not be found\.\n(?:.*\n)* {4}at /)
})

test('a taken port is named, with another one to try', async () => {
  const first = startTool(['serve'], { ...env, PORT: '0' })
  const [, port = ''] = await first.prints(/"base_url":"http:[^"]+:(\d+)\/v2"/)
  const { code, stderr } = await runTool(['serve'], { ...env, PORT: port })
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `error: Port ${port} of 127.0.0.1 is in use. Set PORT to another one, for example PORT=${Number(port) + 1}.\n`,
  })
  await first.end('SIGTERM')
})

test('processes that reuse a port listen on it together, and one of them may end', async () => {
  const shared = { ...env, TIDINGS_REUSE_PORT: 'true' }
  const first = startTool(['serve'], { ...shared, PORT: '0' })
  const [, origin = '', PORT = ''] = await first.prints(/"base_url":"(http:[^"]+:(\d+))\/v2"/)
  const second = startTool(['serve'], { ...shared, PORT })
  await second.prints(/"msg":"started"/)
  expect(await runTool(['serve'], { ...env, PORT })).toMatchObject({ code: 1, stderr: expect.stringMatching(/in use/) })
  await first.end('SIGTERM')
  expect((await fetch(origin)).status).toBe(200)
  expect(await second.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
})

test('a port is not shared with a process that was not told to', async () => {
  const first = startTool(['serve'], { ...env, PORT: '0' })
  const [, PORT = ''] = await first.prints(/"base_url":"http:[^"]+:(\d+)\/v2"/)
  const { code, stderr } = await runTool(['serve'], { ...env, PORT, TIDINGS_REUSE_PORT: 'true' })
  const sentence = `Port ${PORT} of 127.0.0.1 is in use by a process that was started without TIDINGS_REUSE_PORT=true.`
  expect({ code, stderr }).toEqual({ code: 1, stderr: `error: ${sentence}\n` })
  await first.end('SIGTERM')
})

test('--help tells what a command does, the exit codes too, and ends with 0', async () => {
  const { code, stdout, stderr } = await runTool(['--help'], env)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('Exit codes: 0 done, 1 failed, 2 the command line is wrong.')
  const { stdout: version } = await runTool(['--version'], env)
  expect(version).toMatch(/^\d+\.\d+\.\d+\n$/)
})

function commandsOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(commandsOf)]
}

test('every command and option is described, and none takes the value of a secret', () => {
  for (const command of commandsOf(makeProgram())) {
    expect(command.description(), command.name()).toMatch(/\.$/)
    for (const option of command.options) {
      expect(option.description, option.flags).not.toBe('')
      if (/secret|password/.test(option.flags)) expect(option.flags).toMatch(/-file <file>$/)
    }
  }
})
