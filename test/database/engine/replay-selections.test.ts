import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { stepReplay } from '../../../src/deliveries/replays/step.ts'
import { timeOfId } from '../../../src/kernel/ids.ts'
import { type App, type Client, eventually, openApp, openTenant, webhookIntegration } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { lawRuns } from '../../support/law-runs.ts'

let database: TestDatabase
let app: App

beforeAll(async () => {
  database = await testDatabase()
  // No worker: jobs stay as they are, and the test takes the steps.
  app = await openApp(database, { parts: ['api'] })
})

afterAll(async () => {
  await app.close()
  await database.close()
})

const KEYS = ['order.paid', 'order.created'] as const
type Key = (typeof KEYS)[number]
type Selection = 'all' | 'failed' | 'cancelled' | 'missed'
type Job = { event_id: string; status: string; replay_id: string | null }

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

/** An integration, and what the test knows of it. */
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

  /** Several replays at once: what each selection is about is enqueued once by all replays of it. */
  async #replay(selections: readonly Selection[]): Promise<void> {
    const before = await jobsOf(this.id)
    const replays: { id: string; selection: Selection }[] = []
    const last = this.#events.at(-1)
    // A replay is of what happened in milliseconds before its own.
    await eventually(
      async () => Date.now(),
      (now) => last === undefined || now > timeOfId(last.id),
    )
    for (const selection of selections) {
      const input = {
        type: 'integration-replay',
        from: new Date(Date.now() - 60_000).toISOString(),
        selection,
        rate: 5000,
      }
      const { body } = await this.#client.post(`/v2/integrations/${this.id}/replays`, { data: input })
      replays.push({ id: body.data.id, selection })
    }
    await Promise.all([stepAll(), stepAll()])
    const made = (await jobsOf(this.id)).filter(({ replay_id }) => replays.some(({ id }) => id === replay_id))
    const of = (...wanted: Selection[]) =>
      made.filter((job) => replays.some(({ id, selection }) => id === job.replay_id && wanted.includes(selection)))
    if (selections.includes('all') || selections.includes('failed')) {
      // What these enqueue may come before or after what the others look at: those never enqueue what is there.
      expectSubset(eventsOf(of('missed')), this.#missed(before))
      expectSubset(eventsOf(of('cancelled')), this.#cancelled(before))
      return
    }
    const missed = selections.includes('missed') ? this.#missed(before) : []
    const cancelled = selections.includes('cancelled') ? this.#cancelled(before) : []
    expect(eventsOf(of('missed'))).toEqual(missed)
    expect(eventsOf(of('cancelled'))).toEqual(cancelled)
  }

  /** Observed now, and without any job. */
  #missed(jobs: readonly Job[]): string[] {
    return this.#observed().filter((id) => jobs.every(({ event_id }) => event_id !== id))
  }

  /** Observed now, with a cancelled job and no other. */
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
  const text = 'select event_id, status, replay_id from jobs where integration_id = $1'
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

async function stepAll(): Promise<void> {
  // By a clock that is ahead, so that the rate makes nothing wait.
  const ahead = Date.now() + 60_000
  while ((await stepReplay(app.foundation.db, ahead)) !== null);
}

async function newSubject(): Promise<Subject> {
  const { seller } = await openTenant(app)
  const { body } = await seller.post('/v2/integrations', webhookIntegration('http://127.0.0.1:9/', ['order.paid']))
  return new Subject(seller, body.data.id)
}

test('replays of what was missed and of what was cancelled enqueue exactly that, once, in any history and at the same time', async () => {
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
