import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { newId } from '../../src/db/new-id.ts'
import { isObservableBy } from '../../src/event-types/catalog.ts'
import type { OwnTypes } from '../../src/event-types/own-types.ts'
import { openOwnTypes } from '../../src/own-types/known.ts'
import { deleteOwnType, upsertOwnType } from '../../src/own-types/store.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'

let database: TestDatabase
let reads: number
/** Runs before a read returns its result. */
let onRead: () => Promise<void>
let now: number
let ownTypes: OwnTypes
let owner: { organization_id: string; store_id: string }

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

beforeEach(() => {
  reads = 0
  now = 10_000
  const counting: Database = {
    ...database.db,
    async execute(text, values) {
      reads += 1
      const result = await database.db.execute(text, values)
      await onRead()
      return result
    },
  }
  onRead = async () => {}
  ownTypes = openOwnTypes({ db: counting, clock: () => now })
  owner = { organization_id: newId(Date.now()), store_id: newId(Date.now()) }
})

async function declare(key: string): Promise<void> {
  const at = new Date()
  const content = { description: '', payload: {}, sample: { data: {} } }
  const row = { owner_id: owner.store_id, key, version: 1, created_at: at, updated_at: at, ...content }
  await database.db.transaction((tx) => upsertOwnType(tx, row))
}

const remove = (key: string) => database.db.transaction((tx) => deleteOwnType(tx, owner.store_id, key))

async function isKnown(...texts: string[]): Promise<boolean> {
  const known = await ownTypes.known(owner, texts)
  return texts.every((text) => isObservableBy(text, known))
}

test('never looks up built-in keys, their patterns, or texts that cannot be own types', async () => {
  expect(await isKnown('order.paid', 'wishlist_ext.created', 'order.*', 'wishlist_ext.*', '*')).toBe(true)
  for (const text of ['order.approved', 'tidings.x', 'Acme.x', 'acme', '', 'a.b.c.d.e.f', 'wishlist_ext.shared'])
    expect(await isKnown(text)).toBe(false)
  await ownTypes.known(owner, [7, null, {}])
  await ownTypes.known({ ...owner, store_id: null }, ['acme.approved'])
  expect(reads).toBe(0)
})

test('reads own keys at most once a second, however many callers there are', async () => {
  await declare('acme.approved')
  await Promise.all(Array.from({ length: 50 }, () => isKnown('acme.approved', 'acme.*', 'order.paid')))
  expect(reads).toBe(1)
  now += 1_000
  expect(await isKnown('acme.approved')).toBe(true)
  expect(reads).toBe(1)
  now += 1
  expect(await isKnown('acme.approved')).toBe(true)
  expect(reads).toBe(2)
})

test('looks up an unknown key at once, once for all callers, even during an older read', async () => {
  await declare('acme.approved')
  expect(await isKnown('acme.approved')).toBe(true)
  expect(await isKnown('acme.rejected')).toBe(false)
  const [found, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  onRead = () => {
    found.resolve()
    return end.promise
  }
  const older = isKnown('acme.rejected')
  await found.promise
  await declare('acme.rejected')
  const later = Array.from({ length: 20 }, () => isKnown('acme.rejected'))
  end.resolve()
  expect(await older).toBe(false)
  expect(await Promise.all(later)).not.toContain(false)
  expect(reads).toBe(4)
})

test('a deleted key is known for at most one second', async () => {
  await declare('acme.approved')
  await isKnown('acme.approved')
  await remove('acme.approved')
  expect(await isKnown('acme.approved')).toBe(true)
  now += 1_001
  expect(await isKnown('acme.approved')).toBe(false)
})

test('keeps the types of stores apart', async () => {
  await declare('acme.approved')
  expect(await isKnown('acme.approved')).toBe(true)
  owner = { ...owner, store_id: newId(Date.now()) }
  expect(await isKnown('acme.approved')).toBe(false)
  expect(await ownTypes.sample(owner, 'acme.approved')).toBeUndefined()
})

test('does not cache a failed read', async () => {
  await declare('acme.approved')
  let isBroken = true
  const breaking: Database = {
    ...database.db,
    execute: (text, values) => (isBroken ? Promise.reject(new Error('gone')) : database.db.execute(text, values)),
  }
  ownTypes = openOwnTypes({ db: breaking, clock: () => now })
  await expect(isKnown('acme.approved')).rejects.toThrow('gone')
  isBroken = false
  expect(await isKnown('acme.approved')).toBe(true)
})
