import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../src/access/keys.ts'
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

type Store = { seller: Client; env: Record<string, string> }

async function newStore(): Promise<Store> {
  const { seller, organization_id, store_id } = await openTenant(app)
  const key = await createKey(app.foundation.db, { organization_id, store_id, name: 'tool' }, Date.now())
  const { client_id, client_secret } = key
  const env = { TIDINGS_URL: app.origin, TIDINGS_CLIENT_ID: client_id, TIDINGS_CLIENT_SECRET: client_secret }
  return { seller, env }
}

async function exportOf({ env }: Store, name: string): Promise<string> {
  const file = path.join(folder, name)
  const { code, stderr } = await runHere(['export', 'everything', file], env)
  expect([code, stderr]).toEqual([0, expect.stringMatching(/Exported \d+ records/)])
  return readFile(file, 'utf8')
}

type Row = { kind: string; created: number; updated: number; unchanged: number; failed: number }

async function importInto({ env }: Store, name: string, ...options: string[]) {
  const args = ['import', 'everything', path.join(folder, name), '--json', ...options]
  const { code, stdout, stderr } = await runHere(args, env)
  const rows = JSON.parse(stdout) as Row[]
  const sum = (member: 'created' | 'updated' | 'unchanged' | 'failed') =>
    rows.reduce((all, row) => all + row[member], 0)
  return { code, stderr, rows, created: sum('created'), updated: sum('updated'), failed: sum('failed') }
}

const linesOf = (text: string) => text.trimEnd().split('\n')

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The text with the ids of the first one, by the lines in which the same records are. */
function withIdsOf(first: string, other: string): string {
  const ids = linesOf(other).map((line) => JSON.parse(line).id as string)
  const pairs = linesOf(first).map((line, index) => [ids[index] ?? '', JSON.parse(line).id as string] as const)
  const originals = new Map(pairs)
  return other.replace(UUID, (id) => originals.get(id) ?? id)
}

test('a store that was exported and imported into an empty one gives the same export, byte for byte but for ids', async () => {
  const copy = await newStore()
  const { code, stderr, created } = await importInto(copy, 'original.jsonl', '--concurrency', '4')
  expect([code, stderr]).toEqual([0, ''])
  expect(created).toBeGreaterThan(200)
  const again = await exportOf(copy, 'copy.jsonl')
  expect(linesOf(withIdsOf(exported, again))).toEqual(linesOf(exported))
  const own = new Set(linesOf(exported).map((line) => JSON.parse(line).id))
  expect((again.match(UUID) ?? []).filter((id) => own.has(id))).toEqual([])
  const repeated = await importInto(copy, 'original.jsonl')
  expect(repeated.rows.filter(({ created, updated, failed }) => created + updated + failed > 0)).toEqual([])
})
