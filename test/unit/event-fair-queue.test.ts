import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { FairQueue, type Waiting } from '../../src/events/fair-queue.ts'

type Entry = { item: Waiting & { number: number } }

let now: number
let busy: Set<string>
let queue: FairQueue<Entry>
beforeEach(() => {
  now = 1_000_000
  busy = new Set()
  queue = openQueue()
})

function openQueue(): FairQueue<Entry> {
  return new FairQueue({ clock: () => now, jobSink: { isBusyWith: (organization_id) => busy.has(organization_id) } })
}

function add(organization_id: string, rows: number, number = 0): void {
  queue.add({ item: { organization_id, rows, since: now, number } })
}

/** The rows of the next batch by owner, which takes some time to store. */
function takeRows(ms = 0): Record<string, number> {
  const batch = queue.take().map(({ item }) => item)
  now += ms
  queue.stored(batch)
  const rows: Record<string, number> = {}
  for (const item of batch) rows[item.organization_id] = (rows[item.organization_id] ?? 0) + item.rows
  return rows
}

/** Two owners have published just now. */
function contend(): void {
  for (const organization_id of ['flood', 'other']) add(organization_id, 1)
  queue.stored(queue.take().map(({ item }) => item))
}

test("whatever is added and taken, every item comes out once, each owner's in order", () => {
  const add = fc.record({ organization_id: fc.constantFrom('a', 'b', 'c'), rows: fc.integer({ min: 1, max: 300 }) })
  const take = fc.record({
    busy: fc.constantFrom('a', 'b', null),
    ms: fc.integer({ min: 0, max: 400 }),
    is_stored: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 3, arbitrary: add }, take), { maxLength: 100 }), (steps) => {
      queue = openQueue()
      const waiting: Entry['item'][] = []
      const stored: Entry['item'][][] = []
      const takeOne = () => {
        const batch = queue.take().map(({ item }) => item)
        for (const item of batch) {
          const first = waiting.findIndex(({ organization_id }) => organization_id === item.organization_id)
          expect(waiting.splice(first, 1)).toEqual([item])
        }
        return batch
      }
      for (const [number, one] of steps.entries()) {
        if ('rows' in one) {
          const item = { ...one, number, since: now }
          queue.add({ item })
          waiting.push(item)
        } else {
          busy = new Set(one.busy === null ? [] : [one.busy])
          now += one.ms
          stored.push(takeOne())
          if (one.is_stored) for (const batch of stored.splice(0)) queue.stored(batch)
        }
        expect(queue.rows()).toBe(waiting.reduce((sum, { rows }) => sum + rows, 0))
        expect(queue.isEmpty()).toBe(waiting.length === 0)
      }
      for (let rounds = 0; waiting.length > 0; rounds += 1) {
        expect(rounds).toBeLessThan(400)
        now += 1_000
        for (const batch of [...stored.splice(0), takeOne()]) queue.stored(batch)
      }
      expect(queue.rows()).toBe(0)
    }),
    { numRuns: 500 },
  )
})

describe('alone', () => {
  test('an owner has a full batch at 400 rows, and at most about 800 in one', () => {
    for (let number = 0; number < 39; number += 1) add('flood', 10)
    expect(queue.isFull()).toBe(false)
    for (let number = 0; number < 51; number += 1) add('flood', 10)
    expect(queue.isFull()).toBe(true)
    expect(takeRows()).toEqual({ flood: 800 })
    expect(takeRows()).toEqual({ flood: 100 })
  })

  test('a request with more rows than a batch is taken by itself', () => {
    for (const rows of [1_000, 60, 40]) add('flood', rows)
    expect(takeRows()).toEqual({ flood: 1_000 })
    expect(takeRows()).toEqual({ flood: 100 })
  })

  test('it has several batches stored at the same time', () => {
    for (let number = 0; number < 2; number += 1) {
      add('flood', 500)
      expect(queue.take()).toHaveLength(1)
    }
  })
})

describe('contended', () => {
  beforeEach(contend)

  test('owners with few events share a batch, an owner with many has its own', () => {
    add('flood', 100)
    for (const organization_id of ['a', 'b']) add(organization_id, 99)
    expect(queue.isFull()).toBe(true)
    expect(takeRows()).toEqual({ flood: 100 })
    expect(queue.isFull()).toBe(false)
    expect(takeRows()).toEqual({ a: 99, b: 99 })
  })

  test('one batch of owners with many events is stored at a time', () => {
    for (let number = 0; number < 4; number += 1) add('flood', 100)
    const first = queue.take().map(({ item }) => item)
    expect(first).toHaveLength(1)
    expect([queue.isFull(), queue.take()]).toEqual([false, []])
    queue.stored(first)
    expect([queue.isFull(), queue.take().length]).toEqual([true, 1])
  })

  test('a batch of few events does not end that of the same owner with many', () => {
    for (const rows of [100, 50]) add('flood', rows)
    expect(queue.take().map(({ item }) => item.rows)).toEqual([100])
    expect(takeRows()).toEqual({ flood: 50 })
    add('flood', 100)
    expect(queue.take()).toEqual([])
  })

  test('owners with many events get as many rows each, however large their requests are', () => {
    for (let number = 0; number < 40; number += 1) add('large', 500)
    for (let number = 0; number < 400; number += 1) add('middle', 90)
    for (let number = 0; number < 2_000; number += 1) add('small', 7)
    const taken: Record<string, number> = {}
    for (let turn = 0; turn < 60; turn += 1) {
      for (const [organization_id, rows] of Object.entries(takeRows()))
        taken[organization_id] = (taken[organization_id] ?? 0) + rows
    }
    const { large = 0, middle = 0, small = 0 } = taken
    for (const rows of [large, middle]) expect(Math.abs(rows - small)).toBeLessThanOrEqual(600)
  })

  test('it is over a second after another owner has published', () => {
    add('flood', 1)
    now += 1_000
    for (let number = 0; number < 4; number += 1) add('flood', 100)
    expect(takeRows()).toEqual({ flood: 401 })
  })
})

describe('throttled', () => {
  /** An owner with many events has had one batch stored, another owner has published few, and more of the first wait. */
  function throttle(ms: number): void {
    contend()
    add('flood', 100)
    expect(takeRows(ms)).toEqual({ flood: 100 })
    add('flood', 100)
  }

  test('the cooldown of an owner with many events is thirty times as long as its batch took', () => {
    throttle(5)
    now += 149
    expect([queue.isFull(), queue.take()]).toEqual([false, []])
    now += 1
    expect([queue.isFull(), takeRows()]).toEqual([true, { flood: 100 }])
  })

  test('it is 200 ms at most', () => {
    throttle(500)
    now += 199
    expect([queue.isFull(), queue.take()]).toEqual([false, []])
    now += 1
    expect([queue.isFull(), takeRows()]).toEqual([true, { flood: 100 }])
  })

  test('it does not last for the hour by which a clock is set back', () => {
    throttle(500)
    now -= 3_600_000
    expect(takeRows()).toEqual({ flood: 100 })
  })

  test('the few events of others do not wait', () => {
    throttle(500)
    add('other', 1)
    expect(takeRows()).toEqual({ other: 1 })
  })

  test('owners that all publish many events have no cooldown', () => {
    contend()
    now += 999
    for (const organization_id of ['flood', 'other']) add(organization_id, 100)
    now += 1
    expect(takeRows(50)).toEqual({ flood: 100 })
    expect(takeRows(50)).toEqual({ other: 100 })
  })
})

describe('held back', () => {
  beforeEach(() => {
    busy.add('flood')
  })

  test('an owner with whose jobs the worker is busy waits, and keeps its events and their order', () => {
    for (const number of [1, 2]) add('flood', 1, number)
    add('other', 1)
    expect(takeRows()).toEqual({ other: 1 })
    expect(queue.rows()).toBe(2)
    busy.clear()
    expect(queue.take().map(({ item }) => item.number)).toEqual([1, 2])
  })

  test('it waits for a second at most', () => {
    add('flood', 1)
    now += 999
    expect(queue.take()).toEqual([])
    now += 1
    expect(takeRows()).toEqual({ flood: 1 })
  })
})

test('20,000 events may wait; every owner may have 1,000 of its own in addition', () => {
  expect(queue.hasCapacity('flood', 20_001)).toBe(false)
  expect(queue.hasCapacity('flood', 20_000)).toBe(true)
  add('flood', 20_000)
  expect(queue.hasCapacity('flood', 1)).toBe(false)
  expect(queue.hasCapacity('other', 1_000)).toBe(true)
  expect(queue.hasCapacity('other', 1_001)).toBe(false)
  queue.take()
  expect(queue.hasCapacity('flood', 20_000)).toBe(true)
})
