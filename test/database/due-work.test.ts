import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DueWork, startDueWork } from '../../src/app/due-work.ts'
import { query } from '../../src/db/database.ts'
import { dueBy, evaluateDue } from '../../src/db/due/due.ts'
import { stepDueRow } from '../../src/db/due/due-row.ts'
import { newId } from '../../src/db/new-id.ts'
import { eventually } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { emptyDatabase } from '../support/database/database.ts'

const DAY_MS = 86_400_000

let database: TestDatabase
beforeAll(async () => {
  database = await emptyDatabase()
  await query(database.db, 'create table pieces (lane text not null, due_at timestamptz)', [])
  await query(database.db, 'create index pieces_due on pieces (due_at) where due_at is not null', [])
})
afterAll(() => database.close())

const insert = (lane: string, due_at: number | null) =>
  query(database.db, 'insert into pieces values ($1, $2)', [lane, due_at === null ? null : new Date(due_at)])

async function take(lane: string): Promise<boolean> {
  const text = `delete from pieces where ctid = (select ctid from pieces where lane = $1 and due_at <= now() limit 1) returning lane`
  return (await query(database.db, text, [lane])).length > 0
}

function start(lanes: readonly (readonly DueWork[])[]) {
  const errors: [string, unknown][] = []
  const { db } = database
  return { errors, loop: startDueWork(lanes, { db, clock: Date.now, onError: (...error) => errors.push(error) }) }
}

test('a condition holds from the time of the first row on, and never for rows without a time', async () => {
  const now = Date.now()
  const holding = (at: number) => evaluateDue(database.db, [dueBy('pieces', 'due_at'), 'false', 'null', 'true'], at)
  await insert('a', null)
  expect(await holding(now)).toEqual([false, false, false, true])
  await insert('a', now + DAY_MS)
  expect(await holding(now)).toEqual([false, false, false, true])
  expect(await holding(now + DAY_MS)).toEqual([true, false, false, true])
  await query(database.db, 'delete from pieces', [])
})

test('takes steps only while their condition holds, until the work is done, despite errors of others', async () => {
  let steps = 0
  let looks = 0
  const { errors, loop } = start([
    [
      { name: 'broken', every_ms: DAY_MS, step: () => Promise.reject(new Error('no luck')) },
      {
        ...{ name: 'pieces', every_ms: 1, due: dueBy('pieces', 'due_at') },
        step: () => {
          steps += 1
          return take('a')
        },
      },
    ],
    [
      {
        ...{ name: 'without a condition', every_ms: 1 },
        step: async () => {
          looks += 1
          return false
        },
      },
    ],
  ])
  await eventually(
    async () => looks,
    (count) => count > 2,
  )
  expect(steps).toBe(0)
  for (let piece = 0; piece < 3; piece += 1) await insert('a', Date.now() - 1)
  await eventually(
    () => query(database.db, 'select from pieces', []),
    (left) => left.length === 0,
  )
  await loop.stop()
  expect(errors).toEqual([['broken', new Error('no luck')]])
  expect(steps).toBeGreaterThanOrEqual(3)
})

test('a failing row does not delay later rows until the next poll', async () => {
  const { db } = database
  const failing = new Error('no luck')
  const rows = ['broken', 'good', 'good']
  const seen: string[] = []
  const passed = new Set<number>()
  const take = async () => {
    const index = rows.findIndex((_, at) => !passed.has(at))
    if (index === -1) return undefined
    passed.add(index)
    return { id: newId(index), organization_id: newId(0), owner_id: newId(0), what: rows[index] }
  }
  const step = () =>
    stepDueRow(db, {
      queue: 'rows',
      take,
      async work(_, { what }) {
        seen.push(String(what))
        if (what === 'broken') throw failing
        return true
      },
    }).then((done) => done !== null)
  const loop = startDueWork([[{ name: 'rows', every_ms: 60_000, step }]], { db, clock: Date.now, onError() {} })
  await eventually(
    async () => seen,
    (found) => found.length === rows.length,
  )
  await loop.stop()
  expect(seen).toEqual(rows)
})

test('kinds of work alternate step by step, including work that becomes due meanwhile', async () => {
  const order: string[] = []
  const endless = (name: string): DueWork => ({
    name,
    async step() {
      order.push(name)
      if (order.length === 10) await insert('late', Date.now() - 1)
      await query(database.db, 'select 1', [])
      return !order.includes('late')
    },
  })
  const late = async () => {
    order.push('late')
    return take('late')
  }
  const { errors, loop } = start([
    [endless('first'), endless('second'), { name: 'late', due: dueBy('pieces', 'due_at'), step: late }],
  ])
  await eventually(
    async () => order,
    (taken) => taken.includes('late'),
  )
  await loop.stop()
  expect(errors).toEqual([])
  expect(order.slice(0, 6)).toEqual(['first', 'second', 'first', 'second', 'first', 'second'])
})

test('a long step blocks only its own lane, is signaled to end, and is awaited', async () => {
  let ended = false
  let others = 0
  const { errors, loop } = start([
    [
      {
        ...{ name: 'long', every_ms: 1 },
        step: async (_, signal) => {
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          ended = true
          return true
        },
      },
    ],
    [
      {
        ...{ name: 'short', every_ms: 1 },
        step: async () => {
          others += 1
          return false
        },
      },
    ],
  ])
  await eventually(
    async () => others,
    (count) => count > 2,
  )
  expect(ended).toBe(false)
  await loop.stop()
  expect([ended, errors]).toEqual([true, []])
})
