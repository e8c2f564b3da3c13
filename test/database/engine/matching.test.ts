import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { isOver, jobsIn, newOwner, openProcess, type Process } from '../../support/engine/process.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'

const KEYS = ['order.paid', 'order.updated'] as const
/** Clock lag of the second machine. */
const BEHIND_MS = 700

let database: TestDatabase
let processes: [Process, Process]
let receiver: Receiver
beforeAll(async () => {
  database = await testDatabase()
  processes = [await openProcess(database), await openProcess(database, { clock: () => Date.now() - BEHIND_MS })]
  receiver = await openReceiver()
})
afterAll(async () => {
  for (const one of processes) await one.close()
  await receiver.close()
  await database.close()
})

type Change = { enabled: boolean } | { observes: string[] } | 'delete'
type Step =
  | { kind: 'publish'; by: 0 | 1; key: string }
  | { kind: 'create'; by: 0 | 1; enabled: boolean; observes: string[] }
  | { kind: 'change'; by: 0 | 1; of: number; change: Change }

const by = fc.constantFrom<0 | 1>(0, 1)
const observes = fc.constantFrom<string[]>([KEYS[0]], [KEYS[1]], [...KEYS])
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ enabled: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ observes }) },
  { weight: 1, arbitrary: fc.constant('delete' as const) },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('publish' as const), by, key: fc.constantFrom(...KEYS) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('create' as const), by, enabled: fc.boolean(), observes }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change' as const), by, of: fc.nat(5), change }) },
)
/** Rounds of steps; the steps of a round run concurrently. */
const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 8, maxLength: 16 })

/** Begin and end of an operation, in ticks that only grow. */
type Span = { began: number; ended: number }
type State = { enabled: boolean; observes: readonly string[] }
type Published = Span & { id: string; key: string }
type ShopperState = { id: string; busy: boolean; changes: (Span & { state: State })[] }

test('an event gets delivered jobs for exactly the integrations enabled for it, whatever changes concurrently', async () => {
  await fc.assert(fc.asyncProperty(rounds, runAndCheck), { numRuns: lawRuns(5), endOnFailure: true })
})

async function runAndCheck(steps: Step[][]): Promise<void> {
  const owner = await newOwner(processes[0])
  const published: Published[] = []
  const known: ShopperState[] = []
  let tick = 0
  const span = async <T>(work: Promise<T>, done: (result: T, span: Span) => void) => {
    const began = ++tick
    const result = await work
    done(result, { began, ended: ++tick })
  }

  async function take(one: Step): Promise<void> {
    const process = processes[one.by]
    if (one.kind === 'publish') {
      return span(process.publish(owner, one.key), ([id = ''], when) => published.push({ ...when, id, key: one.key }))
    }
    if (one.kind === 'create') {
      return span(process.create(owner, receiver.url, one.observes, one.enabled), ({ id }, when) => {
        known.push({ id, busy: false, changes: [{ ...when, state: { enabled: one.enabled, observes: one.observes } }] })
      })
    }
    const integration = known[one.of]
    const before = integration?.changes.at(-1)?.state
    if (integration === undefined || before === undefined || integration.busy) return
    integration.busy = true
    const { change } = one
    const state: State = change === 'delete' ? { enabled: false, observes: [] } : { ...before, ...change }
    const work =
      change === 'delete' ? process.remove(owner, integration.id) : process.update(owner, integration.id, change)
    await span(work as Promise<unknown>, (_, when) => integration.changes.push({ ...when, state }))
    integration.busy = change === 'delete'
  }

  await take({ kind: 'create', by: 0, enabled: true, observes: [...KEYS] })
  await take({ kind: 'create', by: 1, enabled: false, observes: [KEYS[0]] })
  for (const round of steps) await Promise.all(round.map(take))
  await take({ kind: 'publish', by: 0, key: KEYS[0] })
  await take({ kind: 'publish', by: 1, key: KEYS[0] })
  for (const integration of known) await check(integration, published)
}

async function check(integration: ShopperState, published: readonly Published[]): Promise<void> {
  const jobs = await eventually(
    () => jobsIn(database, integration.id),
    (found) => found.every(isOver),
  )
  for (const event of published) {
    const own = jobs.filter((job) => job.event_id === event.id)
    const about = `event ${JSON.stringify(event)} for ${JSON.stringify(integration)}: ${JSON.stringify(own)}`
    const expected = expectation(integration, event)
    if (expected === 'either') expect(own.length, about).toBeLessThanOrEqual(1)
    else expect(own.length, about).toBe(expected === 'a job' ? 1 : 0)
    const arrived = receiver.received.some(
      ({ body }) => body.id === event.id && (body.integration as { id: string }).id === integration.id,
    )
    const stopped = integration.changes.some(({ state, ended }) => !state.enabled && ended > event.began)
    if (own.length === 1 && !stopped) expect(own[0]?.status, about).toBe('succeeded')
    if (own[0]?.status === 'succeeded') expect(arrived, about).toBe(true)
    if (own.length === 0) expect(arrived, about).toBe(false)
  }
}

/** Required result if no change of the integration overlapped the publication. */
function expectation({ changes }: ShopperState, event: Published): 'a job' | 'no job' | 'either' {
  if (changes.some(({ began, ended }) => ended > event.began && began < event.ended)) return 'either'
  const state = changes.findLast(({ ended }) => ended < event.began)?.state
  return state?.enabled && state.observes.includes(event.key) ? 'a job' : 'no job'
}

test("delivers an event published after enabling, even if its publisher's clock is behind", async () => {
  const [ahead, behind] = processes
  const owner = await newOwner(ahead)
  const { id } = await ahead.create(owner, receiver.url, [KEYS[0]])
  await ahead.update(owner, id, { enabled: false })
  await ahead.update(owner, id, { enabled: true })
  const [event_id] = await behind.publish(owner, KEYS[0])
  await receiver.waitFor(({ body }) => body.id === event_id)
})

test('disabling amid a thousand events loses none before the commit and adds no job after it', async () => {
  const [one, other] = processes
  const owner = await newOwner(one)
  const steady = await one.create(owner, receiver.url, [KEYS[0]])
  const stopped = await one.create(owner, receiver.url, [KEYS[0]])
  const ids: string[] = []
  const publishing = Array.from({ length: 20 }, async (_, index) => {
    for (let count = 0; count < 25; count += 1) {
      ids.push(...(await (index % 2 === 0 ? one : other).publish(owner, KEYS[0], KEYS[0])))
    }
  })
  await eventually(
    async () => ids.length,
    (count) => count > 300,
  )
  await other.update(owner, stopped.id, { enabled: false })
  const after = [...(await one.publish(owner, KEYS[0])), ...(await other.publish(owner, KEYS[0]))]
  await Promise.all(publishing)
  const jobs = await eventually(
    () => jobsIn(database, steady.id),
    (found) => found.every(isOver),
  )
  expect(jobs.map((job) => job.event_id).sort()).toEqual([...ids, ...after].sort())
  expect(new Set(jobs.map((job) => job.status))).toEqual(new Set(['succeeded']))
  const others = await eventually(
    () => jobsIn(database, stopped.id),
    (found) => found.every(isOver),
  )
  expect(others.filter((job) => after.includes(job.event_id))).toEqual([])
  expect(others.length).toBeGreaterThan(300 - 100)
  expect(others.length).toBeLessThan(1_000)
})
