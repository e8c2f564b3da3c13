import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../src/access/keys.ts'
import { type Account, connect } from '../../src/client/connection.ts'
import { readLines } from '../../src/client/lines.ts'
import { importLines } from '../../src/client/transfer/import.ts'
import { parseLine } from '../../src/client/transfer/line.ts'
import { openProgress } from '../../src/client/transfer/progress-file.ts'
import { kinds } from '../../src/commands/transfer/kinds.ts'
import { type App, type Client, openApp, openTenant } from '../support/app.ts'
import { runHere } from '../support/command.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { temporaryFolder } from '../support/folder.ts'
import { fillStore } from '../support/store/full-store.ts'

let database: TestDatabase
let app: App
let folder: string
let original: Store
let exported: string
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, { parts: ['api'] })
  folder = await temporaryFolder('fast')
  original = await newStore()
  await fillStore(app.origin, original.seller)
  exported = await exportOf(original, 'original.jsonl')
})
afterAll(async () => {
  await app.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

type Env = { env: Record<string, string> }
type Store = Env & { seller: Client; account: Account }

async function newStore(): Promise<Store> {
  const { seller, organization_id, store_id } = await openTenant(app)
  const key = await createKey(app.foundation.db, { organization_id, store_id, name: 'tool' }, Date.now())
  const { client_id, client_secret } = key
  const env = { TIDINGS_URL: app.origin, TIDINGS_CLIENT_ID: client_id, TIDINGS_CLIENT_SECRET: client_secret }
  const account = { base_url: `${app.origin}/v2`, client_id, client_secret, store_id: undefined }
  return { seller, account, env }
}

async function exportOf({ env }: Env, name: string): Promise<string> {
  const file = path.join(folder, name)
  const { code, stderr } = await runHere(['export', 'everything', file], env)
  expect([code, stderr]).toEqual([0, expect.stringMatching(/Exported \d+ records/)])
  return readFile(file, 'utf8')
}

type Row = { kind: string; created: number; updated: number; unchanged: number; failed: number }

async function importInto({ env }: Env, name: string, ...options: string[]) {
  const args = ['import', 'everything', path.join(folder, name), '--json', ...options]
  const { code, stdout, stderr } = await runHere(args, env)
  const rows = JSON.parse(stdout) as Row[]
  const sum = (member: 'created' | 'updated' | 'unchanged' | 'failed') =>
    rows.reduce((all, row) => all + row[member], 0)
  return { code, stderr, rows, created: sum('created'), updated: sum('updated'), failed: sum('failed') }
}

const failuresIn = (stderr: string) =>
  linesOf(stderr)
    .filter((text) => text.startsWith('line '))
    .toSorted()

const linesOf = (text: string) => text.trimEnd().split('\n')

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Replaces the ids by those of the first text, line by line. */
function withIdsOf(first: string, other: string): string {
  const ids = linesOf(other).map((line) => JSON.parse(line).id as string)
  const pairs = linesOf(first).map((line, index) => [ids[index] ?? '', JSON.parse(line).id as string] as const)
  const originals = new Map(pairs)
  return other.replace(UUID, (id) => originals.get(id) ?? id)
}

test('a store exported and imported into an empty one has an equal export except for ids', async () => {
  const copy = await newStore()
  const { code, stderr, created } = await importInto(copy, 'original.jsonl', '--concurrency', '4')
  expect([code, failuresIn(stderr)]).toEqual([0, []])
  expect(created).toBeGreaterThan(100)
  const again = await exportOf(copy, 'copy.jsonl')
  expect(linesOf(withIdsOf(exported, again))).toEqual(linesOf(exported))
  const own = new Set(linesOf(exported).map((line) => JSON.parse(line).id))
  expect((again.match(UUID) ?? []).filter((id) => own.has(id))).toEqual([])
  // Secrets and passwords are not exported, and the owner decides about deliveries of the copy.
  expect(exported).not.toContain('secret')
  const integrations = (await copy.seller.get('/v2/integrations?page[limit]=10')).body.data as { enabled: boolean }[]
  expect(integrations.map(({ enabled }) => enabled)).toEqual([false, false, false, false])
  const repeated = await importInto(copy, 'original.jsonl')
  expect(repeated.rows.filter(({ created, updated, failed }) => created + updated + failed > 0)).toEqual([])
})

const ID = (n: number) => `0199f3a0-7c00-7000-8000-${String(n).padStart(12, '0')}`

async function put(name: string, lines: readonly unknown[]): Promise<void> {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  await writeFile(path.join(folder, name), texts.map((text) => `${text}\n`).join(''))
}

const line = (type: string, n: number, attributes: object, ...parents: string[]) => ({
  type,
  id: ID(n),
  ...(parents.length > 0 && { parents }),
  attributes,
})

test('a failing line and its dependents are reported with number, kind and reason; others are imported', async () => {
  const { seller, env } = await newStore()
  await put('bad.jsonl', [
    line('hierarchies', 1, { name: '' }),
    line('hierarchies', 2, { name: 'Home' }),
    '{"type": "nodes",',
    line('planets', 3, { name: 'Mars' }),
    line('nodes', 4, { name: 'Lamps' }, ID(1)),
    line('nodes', 5, { name: 'Lamps', parent_id: ID(99) }, ID(2)),
    line('catalogs', 6, { name: 'Shop', hierarchy_ids: [ID(1)] }),
    line('catalogs', 7, { name: 'Other shop', hierarchy_ids: [ID(2)] }),
  ])
  const { code, stdout, stderr } = await runHere(['import', 'everything', path.join(folder, 'bad.jsonl')], env)
  expect(code).toBe(1)
  expect(failuresIn(stderr)).toEqual([
    'line 1 (hierarchies): data.attributes.name must not be empty. (/data/attributes/name)',
    expect.stringMatching(/^line 3: Invalid JSON: /),
    'line 4 (planets): Unknown type of record.',
    `line 5 (nodes): It belongs to ${ID(1)}, which was not imported.`,
    'line 6 (nodes): `parent_id` refers to a record that is not in the file.',
    `line 7 (catalogs): It refers to ${ID(1)}, which was not imported.`,
  ])
  expect(stdout).toMatch(/^KIND +CREATED +UPDATED +UNCHANGED +FAILED$/m)
  expect(stdout).toMatch(/^total +2 +0 +0 +6$/m)
  const { body } = await seller.get('/v2/catalogs')
  expect(body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name)).toEqual(['Other shop'])
})

test('an interrupted import resumes, and creates no record twice', async () => {
  const { account, env } = await newStore()
  await put('tree.jsonl', [
    line('hierarchies', 1, { name: 'Home' }),
    line('nodes', 2, { name: 'Lamps', parent_id: ID(4) }, ID(1)),
    ...[3, 4, 5, 6].map((n) => line('nodes', n, { name: 'Lamps', parent_id: null }, ID(1))),
  ])
  const connection = await connect(account)
  let posts = 0
  const breaking = {
    ...connection,
    post: (to: string, body: unknown) => {
      posts += 1
      return posts === 5 ? Promise.reject(new Error('broke off')) : connection.post(to, body)
    },
  }
  const state = path.join(folder, 'tree.state')
  const progress = await openProgress(state, 'everything')
  const broken = importLines(breaking, readLines(path.join(folder, 'tree.jsonl')), {
    ...progress,
    kinds,
    parse: ({ text }) => parseLine(text),
    concurrency: 4,
    onProcessed: progress.add,
    onFailed() {},
  })
  await expect(broken).rejects.toThrow('broke off')
  await progress.write()
  const rest = await importInto({ env }, 'tree.jsonl', '--resume', state)
  // The first node was created without its parent, which exists now and is set.
  expect(rest.rows).toEqual([{ kind: 'nodes', created: 1, updated: 1, unchanged: 0, failed: 0 }])
  const again = await importInto({ env }, 'tree.jsonl', '--resume', state)
  expect([again.code, again.rows]).toEqual([0, []])
  const tree = linesOf(await exportOf({ env }, 'tree-again.jsonl')).map((text) => JSON.parse(text))
  const nodes = tree.filter(({ type }) => type === 'nodes')
  expect(nodes.map(({ attributes }) => attributes.parent_id)).toEqual([nodes[2].id, null, null, null, null])
  const other = await runHere(['import', 'everything', state, '--resume', path.join(folder, 'tree.jsonl')], env)
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('is not the progress file')])
})
