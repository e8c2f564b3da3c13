import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { stepReplay } from '../../../src/deliveries/replays/step.ts'
import { timeOfId } from '../../../src/kernel/ids.ts'
import { type App, type Client, eventually, openApp, openTenant, webhookIntegration } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'

let database: TestDatabase
let app: App

beforeAll(async () => {
  database = await testDatabase()
  // No worker, so that jobs stay as they are; the test takes the steps.
  app = await openApp(database, { parts: ['api'] })
})

afterAll(async () => {
  await app.close()
  await database.close()
})

const KEYS = ['order.paid', 'order.created'] as const
type Key = (typeof KEYS)[number]
type Selection = 'all' | 'failed' | 'cancelled' | 'missed'
type Job = { id: string; event_id: string; status: string; replay_id: string | null }

type Command =
  | { do: 'publish'; key: Key; count: number }
  | { do: 'enable' | 'disable' }
  | { do: 'observe'; keys: Key[] }
  | { do: 'settle'; to: 'succeeded' | 'failed'; every: number }
  | { do: 'replay'; selections: Selection[] }

const keys = fc.constantFrom<Key>(...KEYS)
const selection = fc.constantFrom<Selection>('all', 'failed', 'cancelled', 'missed', 'cancelled', 'missed')
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant('publish' as const), key: keys, count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constantFrom('enable' as const, 'disable' as const) }),
  fc.record({ do: fc.constant('observe' as const), keys: fc.uniqueArray(keys, { minLength: 1 }) }),
  fc.record({
    do: fc.constant('settle' as const),
    to: fc.constantFrom('succeeded' as const, 'failed' as const),
    every: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({
    do: fc.constant('replay' as const),
    selections: fc.array(selection, { minLength: 1, maxLength: 3 }),
  }),
)

/** An integration and the state that the test expects of it. */
class Subject {
  readonly #client: Client
  readonly id: string
  readonly #events: { id: string; key: Key }[] = []
  #enabled = true
  #observes: readonly Key[] = ['order.paid']

  constructor(client: Client, id: string) {
    this.#client = client
    this.id = id
  }

  async play(command: Command): Promise<void> {
    switch (command.do) {
      case 'publish':
        return this.#publish(command.key, command.count)
      case 'enable':
      case 'disable':
        this.#enabled = command.do === 'enable'
        return this.#update({ enabled: this.#enabled })
      case 'observe':
        this.#observes = command.keys
        return this.#update({ observes: command.keys })
      case 'settle':
        return settle(this.id, command.to, command.every)
      case 'replay':
        if (this.#enabled) return this.#replay(command.selections)
    }
  }

  async #publish(key: Key, count: number): Promise<void> {
    const payload = { data: { type: 'order', id: 'o' } }
    const { body } = await this.#client.post('/v2/events', Array(count).fill({ triggered_by: key, payload }))
    this.#events.push(...body.data.map(({ id }: { id: string }) => ({ id, key })))
  }

  async #update(change: object): Promise<void> {
    await this.#client.put(`/v2/integrations/${this.id}`, { data: { type: 'integration', ...change } })
  }

  /** Runs several replays at once, which together enqueue each selected event once. */
  async #replay(selections: readonly Selection[]): Promise<void> {
    const before = await jobsOf(this.id)
    const replays: { id: string; selection: Selection; expected: number }[] = []
    const ids = [...this.#events.map(({ id }) => id), ...before.map(({ id }) => id)]
    // A replay covers only the milliseconds before its own.
    await eventually(
      async () => Date.now(),
      (now) => ids.every((id) => now > timeOfId(id)),
    )
    const path = `/v2/integrations/${this.id}/replays`
    const from = new Date(Date.now() - 60_000).toISOString()
    for (const selection of selections) {
      const data = { type: 'integration-replay', from, selection, rate: 5000 }
      const { total } = (await this.#client.post(`${path}/preview`, { data })).body.data
      expect(total.method).toBe('exact')
      const { body } = await this.#client.post(path, { data })
      replays.push({ id: body.data.id, selection, expected: total.count })
    }
    await Promise.all([stepAll(), stepAll()])
    const made = (await jobsOf(this.id)).filter(({ replay_id }) => replays.some(({ id }) => id === replay_id))
    const of = (...wanted: Selection[]) =>
      made.filter((job) => replays.some(({ id, selection }) => id === job.replay_id && wanted.includes(selection)))
    const [only] = replays
    if (replays.length === 1) expect(made.length).toBe(only?.expected)
    if (selections.includes('all') || selections.includes('failed')) {
      // These replays run before or after the others, which never enqueue an event that has a job.
      expectSubset(eventsOf(of('missed')), this.#missed(before))
      expectSubset(eventsOf(of('cancelled')), this.#cancelled(before))
      return
    }
    const missed = selections.includes('missed') ? this.#missed(before) : []
    const cancelled = selections.includes('cancelled') ? this.#cancelled(before) : []
    expect(eventsOf(of('missed'))).toEqual(missed)
    expect(eventsOf(of('cancelled'))).toEqual(cancelled)
  }

  /** Observed events without any job. */
  #missed(jobs: readonly Job[]): string[] {
    return this.#observed().filter((id) => jobs.every(({ event_id }) => event_id !== id))
  }

  /** Observed events whose jobs are all cancelled. */
  #cancelled(jobs: readonly Job[]): string[] {
    return this.#observed().filter((id) => {
      const statuses = jobs.filter(({ event_id }) => event_id === id).map(({ status }) => status)
      return statuses.length > 0 && statuses.every((status) => status === 'cancelled')
    })
  }

  #observed(): string[] {
    return this.#events
      .filter(({ key }) => this.#observes.includes(key))
      .map(({ id }) => id)
      .toSorted()
  }
}

function eventsOf(jobs: readonly Job[]): string[] {
  return jobs.map(({ event_id }) => event_id).toSorted()
}

function expectSubset(some: readonly string[], all: readonly string[]): void {
  expect(new Set(some).size).toBe(some.length)
  expect(some.filter((id) => !all.includes(id))).toEqual([])
}

function jobsOf(integration_id: string): Promise<Job[]> {
  const text = 'select id, event_id, status, replay_id from jobs where integration_id = $1'
  return query<Job>(app.foundation.db, text, [integration_id])
}

async function settle(integration_id: string, to: string, every: number): Promise<void> {
  await query(
    app.foundation.db,
    `update jobs set status = $2::job_status, next_at = null where id in (
       select id from (select id, row_number() over (order by id) as n from jobs
                        where integration_id = $1 and status = 'pending') pending where n % $3 = 0)`,
    [integration_id, to, every],
  )
}

/** Uses the real clock, so that the range of a later replay lies before it. */
async function stepAll(): Promise<void> {
  while (await isAnyRunning()) await stepReplay(app.foundation.db, Date.now())
}

async function isAnyRunning(): Promise<boolean> {
  return (await query(app.foundation.db, `select 1 from replays where status = 'running' limit 1`, [])).length > 0
}

async function newSubject(): Promise<Subject> {
  const { seller } = await openTenant(app)
  const { body } = await seller.post('/v2/integrations', webhookIntegration('http://127.0.0.1:9/', ['order.paid']))
  return new Subject(seller, body.data.id)
}

test('replays of missed and cancelled events enqueue exactly their preview, once, in any history', async () => {
  const history = fc.array(command, { minLength: 4, maxLength: 14 })
  const property = fc.asyncProperty(history, async (commands) => {
    const subject = await newSubject()
    for (const one of commands) await subject.play(one)
    for (const selections of [
      ['missed', 'cancelled'],
      ['missed', 'cancelled', 'missed'],
    ] as const) {
      await subject.play({ do: 'replay', selections: [...selections] })
    }
  })
  await fc.assert(property, { numRuns: lawRuns(12) })
})

test('a preview counts each event once over many steps, and reports how far it counted', async () => {
  const { seller } = await openTenant(app)
  const { body } = await seller.post('/v2/integrations', webhookIntegration('http://127.0.0.1:9/', ['order.paid']))
  const start = Date.now() - 600_000
  // 3,000 events with a cancelled job, then one with a replay job, and more failed events than one preview examines.
  await insertJobs(body.data.id, { status: 'cancelled', from: start, count: 3_000 })
  await insertJobs(body.data.id, { status: 'cancelled', from: start + 60_000, count: 3_000 })
  await insertJobs(body.data.id, { status: 'failed', from: start + 120_000, count: 50_000 })
  const preview = async (selection: Selection, from: number) => {
    const data = { selection, from: new Date(from).toISOString() }
    return (await seller.post(`/v2/integrations/${body.data.id}/replays/preview`, { data })).body.data
  }
  const end = start + 119_000
  const upTo = { selection: 'cancelled', from: new Date(start).toISOString(), to: new Date(end).toISOString() }
  const exact = await seller.post(`/v2/integrations/${body.data.id}/replays/preview`, { data: upTo })
  expect(exact.body.data).toMatchObject({ total: { count: 3_000, method: 'exact' }, scanned: 6_000, reached: upTo.to })
  expect(await preview('failed', start)).toMatchObject({
    total: { count: 44_000, method: 'lower_bound' },
    scanned: 50_000,
    reached: new Date(start + 120_000 + 43_999).toISOString(),
  })
  expect(await jobsOf(body.data.id)).toHaveLength(56_000)
})

/** Adds one job a millisecond, each of its own event. */
async function insertJobs(integration_id: string, of: { status: string; from: number; count: number }): Promise<void> {
  await query(
    app.foundation.db,
    `insert into jobs (id, event_id, integration_id, owner_id, triggered_by, status, updated_at, replay_id, priority)
     select overlay(lpad(to_hex($3::bigint + n), 12, '0') || '70008000000000000000' placing '' from 33 for 0)::uuid,
            ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, i.id, i.owner_id, 'order.paid',
            $2::job_status, now(), null, 0
       from integrations i, generate_series(0, $4::integer - 1) n where i.id = $1`,
    [integration_id, of.status, of.from, of.count],
  )
}
