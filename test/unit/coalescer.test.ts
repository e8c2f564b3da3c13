import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Coalescer } from '../../src/kernel/coalescer.ts'
import { Fifo } from '../../src/kernel/fifo.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Item = { number: number; key: string; size: number }
type Batch = { items: readonly Item[]; end(): void; fail(): void }

const WINDOW_MS = 5
const BUSY_WINDOW_MS = 9
const BATCH_SIZE = 4
const MAX_ENTRIES = 6
const MAX_SIZE = 20
const RUNNING = 2

/** A coalescer whose batches end when the test ends them. */
function open({ window_ms = WINDOW_MS } = {}) {
  const running: Batch[] = []
  const started: Batch[] = []
  const coalescer = new Coalescer<Item, number>({
    queue: new Fifo({ full: BATCH_SIZE, most: MAX_ENTRIES, most_size: MAX_SIZE, sizeOf: ({ size }) => size }),
    window_ms,
    busy: { from: 2, window_ms: BUSY_WINDOW_MS },
    running: RUNNING,
    write(items) {
      const { promise, resolve, reject } = Promise.withResolvers<number[]>()
      const batch: Batch = {
        items,
        end() {
          running.splice(running.indexOf(batch), 1)
          resolve(items.map(({ number }) => number))
        },
        fail() {
          running.splice(running.indexOf(batch), 1)
          reject(items)
        },
      }
      running.push(batch)
      started.push(batch)
      return promise
    },
  })
  return { coalescer, running, started }
}

const item = (number: number): Item => ({ number, key: 'a', size: 1 })
/** Flushes everything that waits only for promises. */
const settled = () => vi.advanceTimersByTimeAsync(0)

describe.each([
  { name: 'with a window', window_ms: WINDOW_MS },
  { name: 'without', window_ms: 0 },
])('random additions, completions, failures and delays, $name', ({ window_ms }) => {
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('add' as const),
        key: fc.constantFrom('a', 'b'),
        size: fc.integer({ min: 0, max: 30 }),
        within_ms: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('end' as const, 'fail' as const), which: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 12 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('drain' as const) }) },
  )

  test("writes each item once, in order, with bounded concurrency, and returns its batch's result", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { coalescer, running, started } = open({ window_ms })
        const added: Item[] = []
        const failed = new Set<readonly Item[]>()
        const outcomes = new Map<number, unknown>()
        const finish = (batch: Batch | undefined, kind: 'end' | 'fail') => {
          if (kind === 'fail' && batch !== undefined) failed.add(batch.items)
          batch?.[kind]()
        }
        const drains: Promise<void>[] = []
        for (const one of steps) {
          if (one.kind === 'add') {
            const next = { number: added.length, key: one.key, size: one.size }
            added.push(next)
            coalescer.add(next, one.within_ms).then(
              (result) => outcomes.set(next.number, result),
              (error) => outcomes.set(next.number, error),
            )
          }
          if (one.kind === 'wait') await vi.advanceTimersByTimeAsync(one.ms)
          if (one.kind === 'drain') drains.push(coalescer.drain())
          if (one.kind === 'end' || one.kind === 'fail') finish(running[one.which % running.length], one.kind)
          await settled()
          expect(running.length).toBeLessThanOrEqual(RUNNING)
        }
        drains.push(coalescer.drain())
        for (let rounds = 0; outcomes.size < added.length; rounds += 1) {
          expect(rounds).toBeLessThan(200)
          finish(running[0], 'end')
          await vi.advanceTimersByTimeAsync(BUSY_WINDOW_MS)
        }
        await Promise.all(drains)
        expect(started.flatMap(({ items }) => items)).toEqual(added)
        for (const { items } of started) {
          expect(items.length).toBeLessThanOrEqual(MAX_ENTRIES)
          if (items.length > 1) expect(items.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(MAX_SIZE)
          for (const { number } of items) expect(outcomes.get(number)).toBe(failed.has(items) ? items : number)
        }
        expect(vi.getTimerCount()).toBe(0)
      }),
      { numRuns: 200 },
    )
  })
})

test('a batch starts after the window', async () => {
  const { coalescer, started } = open()
  void coalescer.add(item(1))
  await vi.advanceTimersByTimeAsync(WINDOW_MS - 2)
  void coalescer.add(item(2))
  await vi.advanceTimersByTimeAsync(1)
  expect(started).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(started.map(({ items }) => items.length)).toEqual([2])
})

test('a full batch starts at once, and the next item waits for a whole window', async () => {
  const { coalescer, started } = open()
  for (let number = 0; number < BATCH_SIZE; number += 1) void coalescer.add(item(number))
  expect(started.map(({ items }) => items.length)).toEqual([BATCH_SIZE])
  void coalescer.add(item(BATCH_SIZE))
  await vi.advanceTimersByTimeAsync(BUSY_WINDOW_MS - 1)
  expect(started).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(started).toHaveLength(2)
})

test('an overfull batch starts at once, and the rest waits for its window', () => {
  const { coalescer, started } = open()
  void coalescer.add({ ...item(1), size: MAX_SIZE })
  void coalescer.add({ ...item(2), size: 1 })
  expect(started.map(({ items }) => items.map(({ number }) => number))).toEqual([[1]])
})

test('the window is longer after a batch of several items than after a single item', async () => {
  const { coalescer, running, started } = open()
  for (let number = 0; number < BATCH_SIZE; number += 1) void coalescer.add(item(number))
  running[0]?.end()
  await settled()
  void coalescer.add(item(BATCH_SIZE))
  await vi.advanceTimersByTimeAsync(BUSY_WINDOW_MS)
  running[0]?.end()
  await settled()
  void coalescer.add(item(BATCH_SIZE + 1))
  await vi.advanceTimersByTimeAsync(WINDOW_MS)
  expect(started.map(({ items }) => items.length)).toEqual([BATCH_SIZE, 1, 1])
})

test('an item is written at once if there is no window, and later items share the next batch', async () => {
  const { coalescer, running, started } = open({ window_ms: 0 })
  void coalescer.add(item(1))
  void coalescer.add(item(2))
  void coalescer.add(item(3))
  expect(started.map(({ items }) => items.length)).toEqual([1])
  running[0]?.end()
  await settled()
  expect(started.map(({ items }) => items.length)).toEqual([1, 2])
})

test('the next batch starts after the longer window while a slow one is being written', async () => {
  const { coalescer, started } = open({ window_ms: 0 })
  void coalescer.add(item(1))
  void coalescer.add(item(2))
  await vi.advanceTimersByTimeAsync(BUSY_WINDOW_MS - 1)
  expect(started).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(started).toHaveLength(2)
})

test('an item that cannot wait for the window takes the waiting items along', async () => {
  const { coalescer, started } = open()
  void coalescer.add(item(1))
  void coalescer.add(item(2), WINDOW_MS - 2)
  void coalescer.add(item(3), WINDOW_MS + 2)
  await vi.advanceTimersByTimeAsync(WINDOW_MS - 2)
  expect(started.map(({ items }) => items.length)).toEqual([3])
})

test('draining writes waiting items at once and resolves when they are written', async () => {
  const { coalescer, running, started } = open()
  let isDrained = false
  void coalescer.add(item(1))
  const drained = coalescer.drain().then(() => {
    isDrained = true
  })
  expect(started).toHaveLength(1)
  await settled()
  expect(isDrained).toBe(false)
  running[0]?.end()
  await drained
})

test('draining an empty coalescer resolves at once', async () => {
  await open().coalescer.drain()
})

test('items that the queue holds back are tried again after the window', async () => {
  const fifo = new Fifo<number>()
  let isHeldBack = true
  const written: number[] = []
  const coalescer = new Coalescer<number>({
    queue: {
      add: (entry) => fifo.add(entry),
      isEmpty: () => fifo.isEmpty(),
      isFull: () => true,
      take: () => (isHeldBack ? [] : fifo.take()),
    },
    window_ms: WINDOW_MS,
    running: 1,
    async write(numbers) {
      written.push(...numbers)
      return []
    },
  })
  void coalescer.add(1)
  const drained = coalescer.drain()
  await vi.advanceTimersByTimeAsync(10 * WINDOW_MS)
  expect(written).toEqual([])
  isHeldBack = false
  await vi.advanceTimersByTimeAsync(WINDOW_MS)
  await drained
  expect(written).toEqual([1])
})

test('a batch may settle each item separately', async () => {
  const coalescer = new Coalescer<number, number>({
    queue: new Fifo(),
    window_ms: WINDOW_MS,
    running: 1,
    async write(numbers) {
      const outcomes = numbers.map(async (number) => (number < 0 ? Promise.reject(new Error(`${number}`)) : 2 * number))
      await Promise.allSettled(outcomes)
      return outcomes
    },
  })
  const results = Promise.allSettled([1, -2, 3].map((number) => coalescer.add(number)))
  await coalescer.drain()
  expect(await results).toEqual([
    { status: 'fulfilled', value: 2 },
    { status: 'rejected', reason: new Error('-2') },
    { status: 'fulfilled', value: 6 },
  ])
})
