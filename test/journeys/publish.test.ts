import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../src/access/keys.ts'
import { createOrganization } from '../../src/access/organizations.ts'
import { createStore } from '../../src/app/cross-module/stores.ts'
import { query } from '../../src/db/database.ts'
import { type App, openApp } from '../support/app.ts'
import { runHere } from '../support/command.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { temporaryFolder } from '../support/folder.ts'
import { runTool } from '../support/tool.ts'

let database: TestDatabase
let app: App
let folder: string
let env: Record<string, string>

beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, { parts: ['api'] })
  folder = await temporaryFolder('fast')
  const now = Date.now()
  const { id: organization_id } = await createOrganization(database.db, { name: 'Publisher' }, now)
  const named = { organization_id, name: 'Publisher', scope: 'publisher' }
  const { id: store_id } = await createStore(app.integrationDeps, named, now)
  const key = await createKey(database.db, { organization_id, store_id, name: 'publisher' }, now)
  env = { TIDINGS_URL: app.base_url, TIDINGS_CLIENT_ID: key.client_id, TIDINGS_CLIENT_SECRET: key.client_secret }
})
afterAll(async () => {
  await app.close()
  await database.close()
  await rm(folder, { recursive: true })
})

/** Commands that read standard input run as processes. */
const tidings = (args: readonly string[], input?: string) =>
  input === undefined ? runHere(args, env) : runTool(args, env, input)
const publish = (args: readonly string[], input?: string) => tidings(['publish', ...args], input)

async function countOf(triggered_by: string): Promise<number> {
  const rows = await query(database.db, 'select id from events where triggered_by = $1', [triggered_by])
  return rows.length
}

const line = (triggered_by: string, id: string) =>
  JSON.stringify({ triggered_by, id, payload: { data: { type: 'order', id } } })

test('publishes a sample of any key, and an own payload from standard input', async () => {
  expect(await publish(['--key', 'order.cancelled', '--sample'])).toMatchObject({ code: 0 })
  const own = await publish(['--key', 'order.cancelled', '--payload', '-', '--json'], '{"data":{"id":"7"}}')
  expect(JSON.parse(own.stdout)).toMatchObject([{ type: 'event', triggered_by: 'order.cancelled' }])
  expect(await countOf('order.cancelled')).toBe(2)
})

test('a file of more events than one request allows is published whole, and only once', async () => {
  const file = path.join(folder, 'events.jsonl')
  const lines = Array.from({ length: 2_300 }, (_, number) => line('order.paid', `paid-${number}`))
  await writeFile(file, `${lines.join('\n')}\n\n`)
  expect(await publish(['--file', file])).toEqual({ code: 0, stdout: 'Published 2300 events.\n', stderr: '' })
  expect(await publish(['--file', file])).toMatchObject({ code: 0 })
  expect(await countOf('order.paid')).toBe(2_300)
})

test('an error in a file is reported with its line and the events published before it', async () => {
  const lines = Array.from({ length: 1_001 }, (_, number) => line('order.updated', `updated-${number}`))
  const refused = await publish(['--file', '-'], [...lines, line('order.payed', 'x')].join('\n'))
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^Published 1000 events\.\nerror: The API returned 422: line 1002: .*Did you mean.*order\.paid/,
  )
  const broken = await publish(['--file', '-'], `${line('order.created', 'y')}\n{"triggered_by"\n`)
  expect(broken).toMatchObject({ code: 1, stderr: expect.stringMatching(/^error: Line 2: invalid JSON/) })
  expect(await countOf('order.created')).toBe(0)
})

test('an own event type is created from a file, listed, and published with its sample', async () => {
  const types = (args: readonly string[], input?: string) => tidings(['events', 'types', ...args], input)
  const type = { description: 'An order was approved.', sample: { data: { type: 'approval', id: 'A-1' } } }
  const put = () => types(['put', 'acme.order.approved', '-'], JSON.stringify(type))
  const created = {
    code: 0,
    stdout: 'Events with the key acme.order.approved can be published and observed.\n',
    stderr: '',
  }
  expect(await put()).toEqual(created)
  expect(await put()).toEqual(created)
  const { stdout } = await types(['--own', '--json'])
  expect(JSON.parse(stdout)).toMatchObject([{ key: 'acme.order.approved', declared_by: 'store', ...type }])
  const lines = (await types([])).stdout.trimEnd().split('\n')
  expect(lines[0]).toMatch(/^KEY +DECLARED BY +DESCRIPTION$/)
  expect(lines.at(-1)).toMatch(/^acme\.order\.approved +store +An order was approved\.$/)
  expect(await publish(['--key', 'acme.order.approved', '--sample'])).toMatchObject({ code: 0 })
  expect(await countOf('acme.order.approved')).toBe(1)
  const refused = await types(['put', 'acme.order.approved', '-'], '{"sample":{}}')
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('(/data/sample/data)') })
  const events = await runHere(['events', '--json', '--limit', '1'], env)
  expect(JSON.parse(events.stdout)).toMatchObject([{ triggered_by: 'acme.order.approved' }])
})

test('an unknown key, a missing file and a wrong secret each have a clear error', async () => {
  expect((await publish(['--key', 'order.payed', '--sample'])).stderr).toMatch(/Did you mean.*order\.paid/)
  expect((await publish(['--file', '/nowhere/e'])).stderr).toBe('error: File not found: /nowhere/e\n')
  const { stderr } = await runHere(['events'], { ...env, TIDINGS_CLIENT_SECRET: 'wrong' })
  expect(stderr).toMatch(/^error: The API returned 401: The client id or secret is wrong/)
})
