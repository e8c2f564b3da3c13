import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textArray, timeArray, uuidArray } from '../../src/db/arrays.ts'
import { query } from '../../src/db/database.ts'
import { anyText } from '../support/any-text.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** Reads the elements back from PostgreSQL, joined with as many ids: an element missing from either array is null. */
async function read<Element>(type: 'text' | 'timestamptz', ids: readonly string[], array: unknown): Promise<Element[]> {
  const rows = await query<{ element: Element }>(
    database.db,
    `select element from unnest($1::uuid[], $2::${type}[]) as n(id, element)`,
    [uuidArray(ids), array],
  )
  return rows.map(({ element }) => element)
}

function idsFor(elements: readonly unknown[]): string[] {
  return elements.map(() => crypto.randomUUID())
}

test('PostgreSQL reads the written ids in order', async () => {
  const ids = fc.array(fc.uuid().chain((id) => fc.constantFrom(id, id.toUpperCase())))
  await fc.assert(
    fc.asyncProperty(ids, async (written) => {
      const rows = await query<{ id: string }>(database.db, `select unnest($1::uuid[]) as id`, [uuidArray(written)])
      expect(rows.map(({ id }) => id)).toEqual(written.map((id) => id.toLowerCase()))
    }),
  )
})

test('PostgreSQL reads the written texts, including nulls and empty texts', async () => {
  const text = anyText().map((any) => any.replaceAll('\0', ''))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (written) => {
      expect(await read('text', idsFor(written), textArray(written))).toEqual(written)
    }),
  )
})

test('half of a surrogate pair becomes a replacement character, and later texts stay whole', async () => {
  const written = ['a\ud83dz', 'whole']
  expect(await read('text', idsFor(written), textArray(written))).toEqual(['a\ufffdz', 'whole'])
})

test('PostgreSQL reads the written times', async () => {
  const time = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(time)), async (written) => {
      const array = timeArray(written.map((date) => date?.getTime() ?? null))
      expect(await read('timestamptz', idsFor(written), array)).toEqual(written)
    }),
  )
})

const ID = '0192f0c1-2b3d-7e4f-8a5b-6c7d8e9f0a1b'

test.for([
  ['', 'nothing'],
  [ID.slice(1), 'one digit less'],
  [`${ID}0`, 'one digit more'],
  [ID.replaceAll('-', ''), 'no dashes'],
  [ID.replace('-', '0'), 'a digit for a dash'],
  [ID.replace('c', 'g'), 'another letter'],
  [ID.replace('c', '\u0163'), 'a character whose code ends like that of a digit'],
  [ID.replace('c', '-'), 'a dash for a digit'],
] as const)('rejects an invalid id: "%s", %s', ([text]) => {
  expect(() => uuidArray([ID, text])).toThrow(new TypeError(`"${text}" is not a UUID.`))
})
