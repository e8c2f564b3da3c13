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

/** Rows per owner of the next batch, which takes `ms` to store. */
function takeRows(ms = 0): Record<string, number> {
  const batch = queue.take().map(({ item }) => item)
  now += ms
  queue.stored(batch)
  const rows: Record<string, number> = {}
  for (const item of batch) rows[item.organization_id] = (rows[item.organization_id] ?? 0) + item.rows
  return rows
}

/** Lets two owners publish just now. */
function contend(): void {
  for (const organization_id of ['flood', 'other']) add(organization_id, 1)
  queue.stored(queue.take().map(({ item }) => item))
}

test('every item is taken exactly once, in order per owner, for any sequence of steps', () => {
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

describe('a single owner', () => {
  test('gets a full batch at 400 rows, and at most about 800 rows in a batch', () => {
    for (let number = 0; number < 39; number += 1) add('flood', 10)
    expect(queue.isFull()).toBe(false)
    for (let number = 0; number < 51; number += 1) add('flood', 10)
    expect(queue.isFull()).toBe(true)
    expect(takeRows()).toEqual({ flood: 800 })
    expect(takeRows()).toEqual({ flood: 100 })
  })

  test('gets a batch of its own for a request larger than a batch', () => {
    for (const rows of [1_000, 60, 40]) add('flood', rows)
    expect(takeRows()).toEqual({ flood: 1_000 })
    expect(takeRows()).toEqual({ flood: 100 })
  })

  test('has several batches stored concurrently', () => {
    for (let number = 0; number < 2; number += 1) {
      add('flood', 500)
      expect(queue.take()).toHaveLength(1)
    }
  })
})

describe('contention', () => {
  beforeEach(contend)

  test('owners with few events share a batch, and an owner with many gets its own', () => {
    add('flood', 100)
    for (const organization_id of ['a', 'b']) add(organization_id, 99)
    expect(queue.isFull()).toBe(true)
    expect(takeRows()).toEqual({ flood: 100 })
    expect(queue.isFull()).toBe(false)
    expect(takeRows()).toEqual({ a: 99, b: 99 })
  })

  test('only one batch of owners with many events is stored at a time', () => {
    for (let number = 0; number < 4; number += 1) add('flood', 100)
    const first = queue.take().map(({ item }) => item)
    expect(first).toHaveLength(1)
    expect([queue.isFull(), queue.take()]).toEqual([false, []])
    queue.stored(first)
    expect([queue.isFull(), queue.take().length]).toEqual([true, 1])
  })

  test('a batch with few events of an owner does not end its large batch', () => {
    for (const rows of [100, 50]) add('flood', rows)
    expect(queue.take().map(({ item }) => item.rows)).toEqual([100])
    expect(takeRows()).toEqual({ flood: 50 })
    add('flood', 100)
    expect(queue.take()).toEqual([])
  })

  test('owners with many events get equal numbers of rows, for any request size', () => {
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

  test('ends a second after another owner last published', () => {
    add('flood', 1)
    now += 1_000
    for (let number = 0; number < 4; number += 1) add('flood', 100)
    expect(takeRows()).toEqual({ flood: 401 })
  })
})

describe('throttling', () => {
  /** One batch of an owner with many events was stored after another owner published few, and more of it waits. */
  function throttle(ms: number): void {
    contend()
    add('flood', 100)
    expect(takeRows(ms)).toEqual({ flood: 100 })
    add('flood', 100)
  }

  test("an owner with many events cools down for thirty times its batch's duration", () => {
    throttle(5)
    now += 149
    expect([queue.isFull(), queue.take()]).toEqual([false, []])
    now += 1
    expect([queue.isFull(), takeRows()]).toEqual([true, { flood: 100 }])
  })

  test('the cooldown is at most 200 ms', () => {
    throttle(500)
    now += 199
    expect([queue.isFull(), queue.take()]).toEqual([false, []])
    now += 1
    expect([queue.isFull(), takeRows()]).toEqual([true, { flood: 100 }])
  })

  test('the cooldown does not last an hour longer when the clock is set back an hour', () => {
    throttle(500)
    now -= 3_600_000
    expect(takeRows()).toEqual({ flood: 100 })
  })

  test('owners with few events do not wait', () => {
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

describe('backpressure', () => {
  beforeEach(() => {
    busy.add('flood')
  })

  test('an owner whose jobs keep the worker busy waits, and its events keep their order', () => {
    for (const number of [1, 2]) add('flood', 1, number)
    add('other', 1)
    expect(takeRows()).toEqual({ other: 1 })
    expect(queue.rows()).toBe(2)
    busy.clear()
    expect(queue.take().map(({ item }) => item.number)).toEqual([1, 2])
  })

  test('an owner waits for at most a second', () => {
    add('flood', 1)
    now += 999
    expect(queue.take()).toEqual([])
    now += 1
    expect(takeRows()).toEqual({ flood: 1 })
  })
})

test('20,000 events may wait, plus 1,000 per owner', () => {
  expect(queue.hasCapacity('flood', 20_001)).toBe(false)
  expect(queue.hasCapacity('flood', 20_000)).toBe(true)
  add('flood', 20_000)
  expect(queue.hasCapacity('flood', 1)).toBe(false)
  expect(queue.hasCapacity('other', 1_000)).toBe(true)
  expect(queue.hasCapacity('other', 1_001)).toBe(false)
  queue.take()
  expect(queue.hasCapacity('flood', 20_000)).toBe(true)
})
