import { afterAll, beforeEach, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { stepDueRow } from '../../src/db/due/due-row.ts'
import type { DueOwner } from '../../src/db/due/owner-order.ts'
import { newId } from '../../src/db/new-id.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { emptyDatabase } from '../support/database/database.ts'

let database: TestDatabase
beforeEach(async () => {
  await database?.close()
  database = await emptyDatabase()
  await query(
    database.db,
    'create table pieces (number serial primary key, id uuid not null, owner_id uuid not null, divisor integer not null)',
    [],
  )
})
afterAll(() => database.close())

const insert = (...divisors: number[]) =>
  Promise.all(
    divisors.map((divisor) =>
      query(database.db, 'insert into pieces (id, owner_id, divisor) values ($1, $1, $2)', [
        newId(Date.now()),
        divisor,
      ]),
    ),
  )

type Piece = DueOwner & { id: string; divisor: number }

/** Divides by a piece and deletes it; a piece of 0 fails in PostgreSQL. */
const step = () =>
  stepDueRow<Piece, number>(database.db, {
    queue: 'pieces',
    async take(tx, passed) {
      const text =
        'select id, owner_id, owner_id as organization_id, divisor from pieces where id <> all($1::uuid[]) order by number limit 1 for update skip locked'
      return (await query<Piece>(tx, text, [passed]))[0]
    },
    async work(tx, { id }) {
      const rows = await query<{ divisor: number }>(
        tx,
        'delete from pieces where id = $1 returning 1 / divisor, divisor',
        [id],
      )
      return rows[0]?.divisor ?? 0
    },
  })

test('a row whose work fails stays, and later rows are processed', async () => {
  await insert(0)
  await insert(2)
  await insert(0)
  await insert(3)
  await expect(step()).rejects.toThrow('division by zero')
  expect(await step()).toBe(2)
  await expect(step()).rejects.toThrow('division by zero')
  expect(await step()).toBe(3)
  expect(await step()).toBeNull()
  expect(await query(database.db, 'select divisor from pieces', [])).toEqual([{ divisor: 0 }, { divisor: 0 }])
})

test('does nothing without a due row', async () => {
  expect(await step()).toBeNull()
})
