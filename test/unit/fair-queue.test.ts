import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { busy, FairQueue, type Requested } from '../../src/kernel/flow/fair-queue.ts'

type Started = { name: string; turn: Requested; end(): void }

/** A queue whose tasks end when the test ends them. */
function openQueue(at_once = 1) {
  const started: Started[] = []
  const refused: { name: string; retry_after: string | undefined }[] = []
  const queue = new FairQueue({ at_once, refuse: () => busy('Too many wait.') })
  const add = (name: string, turn: Requested) => {
    const work = () => new Promise<void>((end) => started.push({ name, turn, end }))
    return queue.run(turn, work).catch((error) => {
      expect(error).toMatchObject({ code: 'unavailable' })
      refused.push({ name, retry_after: error.headers['retry-after'] })
    })
  }
  return { add, started, refused }
}

type Queue = ReturnType<typeof openQueue>

/** Flushes everything that does not wait for I/O. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

const logIn = (owner_id: string): Requested => ({ owner_id, priority: 'first' })
const change = (owner_id: string): Requested => ({ owner_id, priority: 'later' })
const often = (times: number) => Array.from({ length: times }, (_, at) => at)

/** Ends the tasks in order until none runs, and returns their names in order of their starts. */
async function drain({ started }: Queue): Promise<string[]> {
  for (let at = 0; at < started.length; at += 1) {
    started[at]?.end()
    await settle()
  }
  return started.map(({ name }) => name)
}

test('runs up to the limit, and starts the next task when one succeeds or fails', async () => {
  const queue = new FairQueue({ at_once: 2, refuse: () => busy('Too many wait.') })
  const order: string[] = []
  const gates = often(4).map(() => Promise.withResolvers<string>())
  const results = gates.map(({ promise }, at) =>
    queue
      .run(change('a'), () => {
        order.push(`starts ${at}`)
        return promise
      })
      .catch((error) => error.message),
  )
  await settle()
  expect(order).toEqual(['starts 0', 'starts 1'])
  gates[1]?.reject(new Error('broken'))
  await settle()
  expect(order).toEqual(['starts 0', 'starts 1', 'starts 2'])
  for (const { resolve } of gates) resolve('done')
  expect(await Promise.all(results)).toEqual(['done', 'broken', 'done', 'done'])
})

test('a log-in goes before all waiting changes of any store', async () => {
  const queue = openQueue()
  for (const at of often(24)) queue.add(`creation ${at}`, change('busy'))
  queue.add('own log-in', logIn('busy'))
  queue.add('other log-in', logIn('other'))
  expect((await drain(queue)).slice(0, 4)).toEqual(['creation 0', 'own log-in', 'other log-in', 'creation 1'])
})

test('stores alternate', async () => {
  const queue = openQueue()
  for (const at of often(4)) queue.add(`a${at}`, change('a'))
  for (const at of often(2)) queue.add(`b${at}`, change('b'))
  queue.add('c0', change('c'))
  expect(await drain(queue)).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3'])
})

test('every fifth start is a change under an endless stream of log-ins', async () => {
  const queue = openQueue()
  for (const at of often(30)) queue.add('log-in', logIn(`${at}`))
  for (const at of often(3)) queue.add('change', change(`${at}`))
  const names = await drain(queue)
  expect(
    names
      .slice(1, 16)
      .map((name, at) => (name === 'change' ? at : -1))
      .filter((at) => at >= 0),
  ).toEqual([4, 9, 14])
})

describe('bounds of waiting', () => {
  test('rejects more than 40 tasks of a store with Retry-After, but not another store', async () => {
    const queue = openQueue()
    for (const at of often(42)) queue.add(`${at}`, change('busy'))
    queue.add('log-in', logIn('busy'))
    queue.add('other', change('other'))
    await settle()
    expect(queue.refused).toEqual([{ name: '41', retry_after: '5' }])
    expect(await drain(queue)).toHaveLength(43)
  })

  test('each store may queue one task when a thousand are waiting', async () => {
    const queue = openQueue()
    for (const at of often(1001)) queue.add(`${at}`, change(`${at % 30}`))
    for (const name of ['first', 'second']) queue.add(name, change('new'))
    await settle()
    expect(queue.refused.map(({ name }) => name)).toEqual(['second'])
  })

  test('rejects log-ins after ten seconds and changes after thirty, and goes on with the rest', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const queue = openQueue()
    queue.add('running', change('a'))
    for (const name of ['late', 'late too']) queue.add(name, change('a'))
    vi.advanceTimersByTime(1)
    queue.add('in time', change('a'))
    vi.advanceTimersByTime(19_999)
    queue.add('late log-in', logIn('b'))
    vi.advanceTimersByTime(1)
    queue.add('log-in in time', logIn('b'))
    vi.advanceTimersByTime(9_999)
    await settle()
    expect(queue.refused.map(({ name }) => name)).toEqual(['late', 'late too', 'late log-in'])
    expect(await drain(queue)).toEqual(['running', 'log-in in time', 'in time'])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('any order of arrivals', () => {
  const turn = fc.record({
    owner_id: fc.constantFrom('a', 'b', 'c', 'd'),
    priority: fc.constantFrom('first' as const, 'later' as const),
  })
  // More tasks arrive than end, so that the queue always has a choice.
  const step = fc.oneof({ weight: 4, arbitrary: turn }, { weight: 1, arbitrary: fc.constant('end' as const) })
  const steps = fc.array(step, { minLength: 20, maxLength: 120, size: 'max' })

  /** Plays the steps, then drains; `arrivals` has the number of started tasks at each arrival. */
  async function play(at_once: number, all: readonly (Requested | 'end')[]) {
    const queue = openQueue(at_once)
    const arrivals = new Map<string, { turn: Requested; started: number; ahead: number }>()
    let ended = 0
    for (const [at, step] of all.entries()) {
      if (step === 'end') {
        if (ended < queue.started.length) queue.started[ended++]?.end()
      } else {
        const names = new Set(queue.started.map(({ name }) => name))
        const ahead = [...arrivals].filter(
          ([name, { turn }]) => !names.has(name) && turn.owner_id === step.owner_id && turn.priority === step.priority,
        ).length
        arrivals.set(`${at}`, { turn: step, started: queue.started.length, ahead })
        queue.add(`${at}`, step)
      }
      await settle()
    }
    const order = await drain(queue)
    return { order, arrivals, refused: queue.refused, turnOf: (name: string) => arrivals.get(name)?.turn }
  }

  test('every task runs once, and no store overtakes another more often than fairness allows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), steps, async (at_once, all) => {
        const { order, arrivals, refused, turnOf } = await play(at_once, all)
        expect(refused).toEqual([])
        expect([...order].sort()).toEqual([...arrivals.keys()].sort())
        for (const [name, { turn, started, ahead }] of arrivals) {
          const before = order.slice(started, order.indexOf(name)).map(turnOf)
          const same = before.filter((other) => other?.priority === turn.priority)
          for (const owner_id of ['a', 'b', 'c', 'd'].filter((other) => other !== turn.owner_id))
            expect(same.filter((other) => other?.owner_id === owner_id).length).toBeLessThanOrEqual(ahead + 1)
          // Changes get at most a fifth of the starts while log-ins wait.
          const changes = before.length - same.length
          if (turn.priority === 'first') expect(changes).toBeLessThanOrEqual(Math.ceil((same.length + 1) / 4))
        }
      }),
      { numRuns: 150 },
    )
  })
})
