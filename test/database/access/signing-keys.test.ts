import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSigningKeys } from '../../../src/access/tokens/signing-keys.ts'
import { query } from '../../../src/db/database.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { newCipher } from '../../support/front-office.ts'

const HOUR = 3_600_000
const cipher = newCipher()
let database: TestDatabase
let now = Date.now()
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

function open() {
  return openSigningKeys({ db: database.db, cipher, clock: () => now })
}

test('processes that start at once create a single key', async () => {
  const processes = await Promise.all([1, 2, 3, 4].map(open))
  const keys = await Promise.all(processes.flatMap((ring) => [ring.current(), ring.current()]))
  expect(new Set(keys.map((key) => key.id)).size).toBe(1)
  expect(await query(database.db, `select id from signing_keys`, [])).toHaveLength(1)
})

test('the database holds keys encrypted only', async () => {
  const ring = await open()
  const { id, secret } = await ring.current()
  const rows = await query<{ secret: Buffer }>(database.db, `select secret from signing_keys where id = $1`, [id])
  expect(rows[0]?.secret.includes(secret.export())).toBe(false)
  await expect(openSigningKeys({ db: database.db, cipher: newCipher(), clock: () => now })).rejects.toThrow(
    'TIDINGS_ENCRYPTION_KEY',
  )
})

test('a new key signs after a week, and the old key is kept until its last token has expired', async () => {
  const ring = await open()
  const old = await ring.current()
  now += 7 * 24 * HOUR - 1
  expect((await ring.current()).id).toBe(old.id)
  now += 1
  const young = await ring.current()
  expect(young.id).not.toBe(old.id)
  expect(await ring.find(old.id)).toBeDefined()
  expect(await (await open()).find(old.id)).toBeDefined()

  now += 7 * 24 * HOUR
  await ring.current()
  expect(await (await open()).find(old.id)).toBeUndefined()
  expect(await (await open()).find(young.id)).toBeDefined()
})
