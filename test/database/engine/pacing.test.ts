import { afterEach, beforeEach, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import type { Event } from '../../../src/event-types/event.ts'
import { Ingest } from '../../../src/events/ingest.ts'
import type { JobSink } from '../../../src/events/jobs.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { newOwner, openProcess, type Process } from '../../support/engine/process.ts'
import { anEvent } from '../../support/targets/due-job.ts'

let database: TestDatabase
let process: Process
let now: number
/** Duration of a statement, by the clock of the ingest. */
let takes: number
const busy = new Set<string>()
/** Number of events in each statement. */
const statements: number[] = []
beforeEach(async () => {
  database = await testDatabase()
  process = await openProcess(database, { parts: [] })
  now = Date.now()
  takes = 0
  busy.clear()
  statements.length = 0
})
afterEach(async () => {
  await process.close()
  await database.close()
})

/** An ingest in front of a worker that is saturated by the owners in `busy`. */
function openIngest(): Ingest {
  const { outbox, foundation } = process.app
  const ingested = (rows: number) => {
    statements.push(rows)
    now += takes
  }
  const telemetry = { ...outbox.telemetry, ingested }
  const { jobSink } = outbox
  const busySink: JobSink = {
    reserve: (integration_id) => jobSink.reserve(integration_id),
    dispatch: (jobs) => jobSink.dispatch(jobs),
    aborted: (jobs) => jobSink.aborted(jobs),
    inDoubt: (jobs) => jobSink.inDoubt(jobs),
    wake: (integration_ids) => jobSink.wake(integration_ids),
    isBusyWith: (organization_id) => busy.has(organization_id),
  }
  return new Ingest({ ...outbox, jobSink: busySink, telemetry, db: foundation.db, clock: () => now })
}

/** Submits new events of an owner in one request. */
function submitter(ingest: Ingest) {
  return (owner: Awaited<ReturnType<typeof newOwner>>, events: number) =>
    ingest.submit(Array.from({ length: events }, () => ({ event: anEvent({ id: newId(now), ...owner }), key: null })))
}

/**
 * Stores a bulk of one owner in a statement of duration `took`, with publications of another owner just before and
 * after.
 */
async function afterBulk(took: number) {
  const ingest = openIngest()
  const [flood, other] = [await newOwner(process), await newOwner(process)]
  const submit = submitter(ingest)
  await submit(other, 1)
  takes = took
  await submit(flood, 100)
  takes = 0
  await submit(other, 1)
  return { ingest, flood, other, submit }
}

async function anEventOf(): Promise<Event> {
  return anEvent({ id: newId(Date.now()), ...(await newOwner(process)) })
}

async function isStored({ id }: Event): Promise<boolean> {
  return (await query(database.db, 'select 1 from events where id = $1', [id])).length > 0
}

/** Opens several connections at once, so that no later statement waits for a new connection. */
async function openConnections(): Promise<void> {
  const { db } = process.app.foundation
  await Promise.all(Array.from({ length: 4 }, () => query(db, 'select id from stores limit 1', [])))
}

test('delays events of an owner that the worker cannot keep up with, and no others', async () => {
  const ingest = openIngest()
  const [flood, other] = [await anEventOf(), await anEventOf()]
  busy.add(flood.organization_id)
  const delayed = ingest.submit([{ event: flood, key: null }])
  await ingest.submit([{ event: other, key: null }])
  expect([await isStored(flood), await isStored(other)]).toEqual([false, true])
  expect(ingest.waiting()).toBe(1)
  busy.clear()
  expect(await delayed).toEqual([flood])
  expect(await isStored(flood)).toBe(true)
})

test('delays events for at most one second', async () => {
  const ingest = openIngest()
  const flood = await anEventOf()
  busy.add(flood.organization_id)
  const delayed = ingest.submit([{ event: flood, key: null }])
  now += 999
  await ingest.submit([{ event: await anEventOf(), key: null }])
  expect(await isStored(flood)).toBe(false)
  now += 1
  await delayed
  expect(await isStored(flood)).toBe(true)
})

test('closing also stores delayed events', async () => {
  const ingest = openIngest()
  const flood = await anEventOf()
  busy.add(flood.organization_id)
  const delayed = ingest.submit([{ event: flood, key: null }])
  const closing = ingest.close()
  now += 1_000
  await closing
  expect(await isStored(flood)).toBe(true)
  await delayed
})

test('while others publish, a bulk owner is throttled for thirty times the duration of its last statement', async () => {
  const { ingest, flood, other, submit } = await afterBulk(5)
  const resting = submit(flood, 100)
  now += 149
  await submit(other, 1)
  expect(ingest.waiting()).toBe(100)
  now += 1
  await resting
})

test('throttling lasts at most a fifth of a second', async () => {
  const { ingest, flood, other, submit } = await afterBulk(500)
  const resting = submit(flood, 100)
  now += 199
  await submit(other, 1)
  expect(ingest.waiting()).toBe(100)
  now += 1
  await resting
})

test('a clock that goes back an hour does not extend throttling', async () => {
  const { flood, submit } = await afterBulk(500)
  now -= 3_600_000
  await submit(flood, 100)
})

test('owners that all publish much do not throttle each other', async () => {
  const ingest = openIngest()
  const submit = submitter(ingest)
  takes = 50
  const owners = [await newOwner(process), await newOwner(process)]
  for (let round = 0; round < 3; round += 1) for (const owner of owners) await submit(owner, 100)
  expect(statements).toEqual(Array.from({ length: 6 }, () => 100))
})

test('while others publish, an owner has one small statement in flight and does not delay them further', async () => {
  const ingest = openIngest()
  const [flood, other] = [await newOwner(process), await newOwner(process)]
  const submit = submitter(ingest)
  await Promise.all([submit(flood, 1), submit(other, 1)])
  await openConnections()
  const order: string[] = []
  const flooding = Array.from({ length: 60 }, () => submit(flood, 100).then(() => order.push('flood')))
  const single = submit(other, 1).then(() => order.push('other'))
  await Promise.all([...flooding, single])
  expect(order).toHaveLength(61)
  expect(order.indexOf('other')).toBeLessThan(30)
})

test('while others publish, the bulk of one owner is stored apart from the few events of others', async () => {
  const ingest = openIngest()
  const [flood, other, third] = [await newOwner(process), await newOwner(process), await newOwner(process)]
  const submit = submitter(ingest)
  await Promise.all([submit(flood, 1), submit(other, 1)])
  statements.length = 0
  await Promise.all([submit(flood, 100), submit(other, 1), submit(third, 1)])
  // The first event goes at once, and those that arrive meanwhile share the next statement.
  expect(statements.toSorted((a, b) => a - b)).toEqual([1, 1, 100])
})
