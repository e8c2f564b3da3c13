import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { EntryRow } from '../../src/audit/store.ts'
import { connect } from '../../src/client/connection.ts'
import { makeProgram } from '../../src/commands/program.ts'
import { query } from '../../src/db/database.ts'
import { newId } from '../../src/db/new-id.ts'
import { partitionOf } from '../../src/db/partitions/partition-names.ts'
import { openApp, webhookIntegration } from '../support/app.ts'
import { jsonHere, runHere } from '../support/command.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { emptyDatabase, testDatabase } from '../support/database/database.ts'
import { allOver } from '../support/engine/process.ts'
import { temporaryFolder } from '../support/folder.ts'
import { accept } from '../support/people/people.ts'
import { openReceiver } from '../support/servers/receiver.ts'
import { endTools, runTool, startTool, toolCommand } from '../support/tool.ts'

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

test('lists the organizations, stores and keys created, with the revocation time of a key', async () => {
  const organization = await jsonHere<Made>(['organizations', 'create', '--name', 'Publisher'], env)
  const options = ['--organization', organization.id, '--name', 'Books', '--scope', 'books']
  const store = await jsonHere<Made>(['stores', 'create', ...options], env)
  expect(await jsonHere(['organizations', 'list'], env)).toEqual([organization])
  expect(await jsonHere(['stores', 'list', '--organization', organization.id], env)).toEqual([store])
  const made = await jsonHere<MadeKey>(['keys', 'create', '--store', store.id, '--name', 'warehouse'], env)
  expect(made).toMatchObject({ name: 'warehouse', store_id: store.id, organization_id: organization.id })
  const { client_secret, ...key } = made
  expect(client_secret).toMatch(/^tidings_.{43}$/)
  expect(await jsonHere(['keys', 'list', '--store', store.id], env)).toEqual([key])
  const revoked = await jsonHere<MadeKey>(['keys', 'revoke', made.client_id], env)
  expect(Date.parse(revoked.revoked_at ?? '')).toBeGreaterThan(0)
  expect(await jsonHere(['keys', 'list'], env)).toEqual([revoked])
  const events = await query<{ triggered_by: string }>(
    database.db,
    `select triggered_by from events where owner_id = $1 order by id`,
    [store.id],
  )
  expect(events.map(({ triggered_by }) => triggered_by)).toEqual(['settings.created', 'currency.created'])
  const text = 'select * from audit_entries where owner_id = $1 order by id'
  const entries = await query<EntryRow>(database.db, text, [store.id])
  const command_line = { actor_type: 'command_line', actor_id: null }
  const by = { ...command_line, resource_type: 'key', resource_id: made.id }
  expect(entries).toMatchObject([
    { ...command_line, operation: 'CreateStore', resource_type: 'store', resource_id: store.id },
    { ...by, operation: 'CreateKey' },
    { ...by, operation: 'RevokeKey', changes: expect.stringContaining('"members":{"revoked_at":{"before":null') },
  ])
  expect(JSON.stringify(entries)).not.toContain(client_secret)
  expect(await query(database.db, text, [organization.id])).toMatchObject([
    { ...command_line, operation: 'CreateOrganization', resource_type: 'organization', resource_id: organization.id },
  ])
})

test('the first person is invited, listed, given links and removed without an API', async () => {
  const own = await testDatabase()
  const here = { ...env, DATABASE_URL: own.url, TIDINGS_BASE_URL: 'https://shop.example.com' }
  const invite = ['people', 'invite', '--email', 'ada@example.com', '--role']
  expect((await runHere([...invite, 'owner'], here)).stderr).toContain('tidings organizations create')
  const { id: organization_id } = await jsonHere<Made>(['organizations', 'create', '--name', 'Publisher'], here)
  const invited = await jsonHere<{ link: string; expires_at: string }>(
    [...invite, 'operator', '--expires', '15m'],
    here,
  )
  const [address, code = ''] = invited.link.split('#')
  expect(address).toBe('https://shop.example.com/dashboard/invitation')
  expect(Date.parse(invited.expires_at) - Date.now()).toBeLessThan(900_001)
  expect((await runHere([...invite, 'owner', '--expires', '8d'], here)).code).toBe(2)
  expect((await runHere([...invite, 'emperor'], here)).code).toBe(2)
  const app = await openApp(own, { parts: ['api'] })
  const accepted = await accept(app.origin, code)
  await app.close()
  expect(accepted.body.data.roles).toEqual([{ role: 'operator', store_id: null }])
  const [person] = await jsonHere<object[]>(['people', 'list', '--organization', organization_id], here)
  expect(person).toMatchObject({ email: 'ada@example.com', organization_id, second_factor: false })
  expect(Object.keys(person ?? {}).filter((name) => /hash|secret/.test(name))).toEqual([])
  expect((await runHere(['people', 'link', 'ADA@example.com'], here)).stdout).toContain('/dashboard/enter#')
  const reset = await runHere(['people', 'reset', accepted.body.data.id, '--second-factor'], here)
  expect(reset.stdout).toContain('/dashboard/password-reset#')
  expect((await runHere(['people', 'remove', 'nobody@example.com'], here)).stderr).toContain('person')
  expect((await runHere(['people', 'remove', 'ada@example.com'], here)).code).toBe(0)
  expect(await jsonHere(['people', 'list'], here)).toEqual([])
  await own.close()
})

/** Creates a store, and a key of the store or its organization. */
async function makeStore(scope: string, level: 'store' | 'organization') {
  const organization = await jsonHere<Made>(['organizations', 'create', '--name', `of ${scope}`], env)
  const options = ['--organization', organization.id, '--name', 'Books', '--scope', scope]
  const store = await jsonHere<Made>(['stores', 'create', ...options], env)
  const owner = { store, organization }[level]
  return { store_id: store.id, key: await jsonHere<MadeKey>(['keys', 'create', `--${level}`, owner.id], env) }
}

test('serve prints only log lines, accepts a new key, and exits with 0 on SIGTERM', async () => {
  const { store_id, key } = await makeStore('served', 'organization')
  const server = startTool(['serve'], { ...env, PORT: '0' })
  const [, base_url = ''] = await server.prints(/"base_url":"(http:[^"]+)"/)
  const connection = await connect({ base_url, ...key, store_id })
  expect(await connection.get('/settings')).toMatchObject({ data: { type: 'settings' } })
  const { code, stdout, stderr } = await server.end('SIGTERM')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const lines = stdout.trim().split('\n')
  const [listening, ...messages] = lines.map((line) => JSON.parse(line).msg)
  expect(listening).toMatch(/^Server listening at http/)
  expect(messages).toEqual(['started', 'request', 'request', 'stopping', 'stopped'])
})

test('serve --work delivers accepted events without another process', async () => {
  const { store_id, key } = await makeStore('all-in-one', 'store')
  const receiver = await openReceiver()
  const server = startTool(['serve', '--work'], { ...env, PORT: '0', TIDINGS_ALLOW_NETWORKS: '127.0.0.0/8' })
  const [, base_url = ''] = await server.prints(/"base_url":"(http:[^"]+)"/)
  const connection = await connect({ base_url, ...key, store_id })
  const integration = webhookIntegration(receiver.url, ['order.paid'])
  const { data } = (await connection.post('/integrations', integration)) as { data: Made }
  await connection.post('/events', { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'x' } } })
  expect(await allOver(database, data.id)).toMatchObject([{ status: 'succeeded' }])
  expect(receiver.received).toHaveLength(1)
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
  await receiver.close()
})

test('partitions are listed with their sizes and the actions taken on them', async () => {
  type Named = { name: string }
  const partitions = await jsonHere<Named[]>(['partitions', 'list'], env)
  const today = partitionOf('jobs', Date.now())
  const attached = { state: 'attached', row_estimate: expect.any(Number), bytes: expect.any(Number) }
  expect(partitions).toContainEqual({ name: today, ...attached })
  const changes = await jsonHere<Named[]>(['partitions', 'changes', '--limit', '10000'], env)
  const made = { change: 'made', row_estimate: null, at: expect.any(String) }
  expect(changes).toContainEqual({ name: today, ...made })
  expect(partitions.map(({ name }) => name)).toEqual(changes.map(({ name }) => name).sort())
  const { stdout } = await runHere(['partitions', 'list'], env)
  expect(stdout).toMatch(
    new RegExp(`^PARTITION +STATE +ROWS \\(ESTIMATE\\) +MB\\n[^]*${today} +attached +\\d+ +\\d+\\.\\d\\n`),
  )
})

test('migrate brings an empty database up to date, and does nothing the second time', async () => {
  const empty = await emptyDatabase()
  const first = await jsonHere<{ ran: string[] }>(['migrate'], { ...env, DATABASE_URL: empty.url })
  expect(first.ran[0]).toBe('0001-tidings.sql')
  expect(await jsonHere(['migrate'], { ...env, DATABASE_URL: empty.url })).toEqual({ ran: [] })
  await empty.close()
})

test.each([
  ['no command', []],
  ['an unknown command', ['strat']],
  ['a missing subcommand', ['keys']],
  ['an unknown option', ['serve', '--fast']],
  ['a missing option', ['organizations', 'create']],
  ['an invalid id', ['stores', 'list', '--organization', '12']],
  ['a key without an owner', ['keys', 'create']],
  ['a key with two owners', ['keys', 'create', '--store', newId(1), '--organization', newId(1)]],
  ['an event without payload', ['publish', '--key', 'order.paid']],
  ['a duration without a unit', ['listen', '--slow', '12']],
])('%s is invalid usage: exit code 2 and a hint on standard error', async (_, args) => {
  const { code, stdout, stderr } = await runHere(args, env)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/--help/)
})

test.each([
  [['integrations', 'craete'], "unknown command 'craete'\n(Did you mean create?)"],
  [['logs', 'zzzzzzzz'], "unknown command 'zzzzzzzz'\n"],
  [['events', 'list', 'zzzzzzzz'], "unexpected argument 'zzzzzzzz'\n"],
])('reports the unknown subcommand of a group: %j', async (args, sentence) => {
  const { code, stderr } = await runHere(args, env)
  expect(code).toBe(2)
  expect(stderr).toContain(sentence)
})

test.each([
  [
    'an organization that does not exist',
    ['keys', 'create', '--organization', newId(1)],
    {},
    /organization could not be found/,
  ],
  ['an invalid name', ['organizations', 'create', '--name', ' '], {}, /name must be 1 to 255 characters long/],
  ['an invalid setting', ['migrate'], { PORT: 'high' }, /PORT: must be a whole number from 0 to 65535, not "high"/],
  [
    'an unreachable database',
    ['migrate'],
    { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
    /Cannot connect to the database/,
  ],
  [
    'an unreachable API',
    ['events', '--url', 'http://127.0.0.1:2'],
    { TIDINGS_CLIENT_ID: 'a', TIDINGS_CLIENT_SECRET: 'b' },
    /Cannot connect to http/,
  ],
  ['a missing demo', ['events'], { TIDINGS_DATA: '/nowhere' }, /\/nowhere has no demo\.json/],
  ['a missing file', ['listen', '--secret-file', '/nowhere/s'], {}, /File not found: \/nowhere\/s/],
])('%s fails with exit code 1 and a sentence without a stack', async (_, args, more, sentence) => {
  const { code, stdout, stderr } = await runHere(args, { ...env, ...more })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(sentence)
  expect(stderr).toMatch(/^error: /)
  expect(stderr).not.toMatch(/\n {4}at /)
})

test.each([
  [['organizations', 'create', '--name', 'Alder']],
  [['stores', 'create', '--organization', newId(1), '--name', 'Alder', '--scope', 'alder']],
  [['keys', 'create', '--deployment']],
  [['keys', 'list']],
  [['people', 'list']],
])('%j does not create a database in a data folder without one', async (args) => {
  const parent = await temporaryFolder('fast')
  const folder = path.join(parent, 'data')
  const { code, stdout, stderr } = await runHere(args, { ...env, DATABASE_URL: '', TIDINGS_DATA: folder })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(`There is no database in ${folder}. Set TIDINGS_DATA`)
  expect(existsSync(folder)).toBe(false)
  await rm(parent, { recursive: true })
})

test.each([
  ['a key without an owner', ['keys', 'create'], 2],
  ['an organization that does not exist', ['keys', 'create', '--organization', newId(1)], 1],
  ['a list', ['keys', 'list', '--store', newId(1), '--json'], 0],
])('running %j in a child process prints and exits as it does in this process', async (_, args, code) => {
  const ended = await runTool(args, env)
  expect(ended).toEqual(await runHere(args, env))
  expect(ended.code).toBe(code)
})

test('output that a full disk rejects is an error', () => {
  const full = openSync('/dev/full', 'w')
  const [program, ...args] = toolCommand(['keys', 'list', '--json'])
  const options = { env: { ...process.env, ...env }, encoding: 'utf8' } as const
  const { status, stderr } = spawnSync(program, args, { ...options, stdio: ['ignore', full, 'pipe'] })
  closeSync(full)
  expect(stderr).toMatch(/^error: Standard output cannot be written: ENOSPC/)
  expect(status).toBe(1)
})

test('an older Node forwards a SIGINT sent to it alone', async () => {
  const older = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.0.0' })`
  const [program, ...args] = toolCommand(['listen', '--port', '0'])
  const child = spawn(program, ['--import', older, ...args], { env: { ...process.env, ...env }, detached: true })
  await once(child.stderr, 'data')
  const exit = once(child, 'exit')
  child.kill('SIGINT')
  expect((await exit)[0]).toBe(0)
})

test('log level debug prints the stack', async () => {
  const { stderr } = await runHere(['keys', 'revoke', newId(1)], { ...env, TIDINGS_LOG_LEVEL: 'debug' })
  expect(stderr).toMatch(/error: The key could not be found\.\n(?:.*\n)* {4}at /)
})

test('processes with a reusable port share it, and one of them may stop', async () => {
  const shared = { ...env, TIDINGS_REUSE_PORT: 'true' }
  const first = await openApp(database, { parts: ['api'], env: shared })
  const { port: PORT } = new URL(first.origin)
  const second = startTool(['serve'], { ...shared, PORT })
  await second.prints(/"msg":"started"/)
  await expect(openApp(database, { parts: ['api'], env: { ...env, PORT } })).rejects.toThrow(/in use/)
  await first.close()
  expect((await fetch(first.origin)).status).toBe(200)
  expect(await second.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
})

test('--help describes the command and its exit codes, and exits with 0', async () => {
  const { code, stdout, stderr } = await runTool(['--help'], env)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('Exit codes: 0 success, 1 failure, 2 invalid command line.')
  const { stdout: version } = await runHere(['--version'], env)
  expect(version).toMatch(/^\d+\.\d+\.\d+\n$/)
})

function commandsOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(commandsOf)]
}

test('every command and option is described, and no option takes a secret value', async () => {
  for (const command of commandsOf(await makeProgram())) {
    expect(command.description(), command.name()).toMatch(/\.$/)
    for (const option of command.options) {
      expect(option.description, option.flags).not.toBe('')
      if (option.required && /secret|password/.test(option.flags)) expect(option.flags).toMatch(/-file <file>$/)
    }
  }
})
