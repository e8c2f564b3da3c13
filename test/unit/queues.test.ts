import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Queued, Queues } from '../../src/events/queues.ts'

type Item = Queued & { owner_id: string; number: number }

const nobody = () => false
const HUNDRED = 100

test("whatever is added and taken, every item comes out once, each owner's in order", () => {
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ owner_id: fc.constantFrom('a', 'b', 'c'), rows: fc.integer({ min: 1, max: 50 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ most: fc.integer({ min: 1, max: 120 }), held: fc.constantFrom('a', 'b', null) }),
    },
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const queues = new Queues<Item>()
      const waiting: Item[] = []
      const take = (most: number, held: string | null) => {
        for (const item of queues.take(most, (owner_id) => owner_id === held)) {
          expect(item.owner_id).not.toBe(held)
          const first = waiting.findIndex(({ owner_id }) => owner_id === item.owner_id)
          expect(waiting.splice(first, 1)).toEqual([item])
        }
      }
      for (const [number, one] of steps.entries()) {
        if ('most' in one) take(one.most, one.held)
        else {
          const item = { ...one, number, since: number }
          queues.add(one.owner_id, item)
          waiting.push(item)
        }
        expect(queues.rows()).toBe(waiting.reduce((sum, { rows }) => sum + rows, 0))
      }
      while (waiting.length > 0) take(40, null)
      expect(queues.rows()).toBe(0)
    }),
  )
})

test("one owner's flood costs the others one group: they are served in turn", () => {
  const queues = new Queues<Item>()
  for (let number = 0; number < 100; number += 1) queues.add('flood', { owner_id: 'flood', number, rows: 10, since: 0 })
  expect(queues.take(HUNDRED, nobody)).toHaveLength(10)
  queues.add('other', { owner_id: 'other', number: 0, rows: 1, since: 0 })
  expect(queues.take(HUNDRED, nobody)).toHaveLength(10)
  const [first] = queues.take(HUNDRED, nobody)
  expect(first?.owner_id).toBe('other')
})

test('a group holds an item at least, and otherwise no more rows than asked for', () => {
  const queues = new Queues<Item>()
  for (const rows of [150, 60, 40, 1]) queues.add('a', { owner_id: 'a', number: rows, rows, since: 0 })
  expect(queues.take(HUNDRED, nobody).map(({ rows }) => rows)).toEqual([150])
  expect(queues.take(HUNDRED, nobody).map(({ rows }) => rows)).toEqual([60, 40])
})

test('20,000 events may wait; beside them every owner may have 1,000', () => {
  const queues = new Queues<Item>()
  expect(queues.hasRoom('flood', 20_001)).toBe(false)
  expect(queues.hasRoom('flood', 20_000)).toBe(true)
  queues.add('flood', { owner_id: 'flood', number: 0, rows: 20_000, since: 0 })
  expect(queues.hasRoom('flood', 1)).toBe(false)
  expect(queues.hasRoom('other', 1_000)).toBe(true)
  expect(queues.hasRoom('other', 1_001)).toBe(false)
  queues.take(1, nobody)
  expect(queues.hasRoom('flood', 20_000)).toBe(true)
})

test('an owner that is held back keeps its place and its items, and what waits is told', () => {
  const queues = new Queues<Item>()
  queues.add('a', { owner_id: 'a', number: 1, rows: 1, since: 5 })
  queues.add('a', { owner_id: 'a', number: 2, rows: 1, since: 6 })
  const asked: unknown[] = []
  const holdBack = (...args: unknown[]) => {
    asked.push(args)
    return true
  }
  expect(queues.take(HUNDRED, holdBack)).toEqual([])
  expect(asked).toEqual([['a', { since: 5, waiting: 2 }]])
  expect(queues.take(HUNDRED, nobody).map(({ number }) => number)).toEqual([1, 2])
})
