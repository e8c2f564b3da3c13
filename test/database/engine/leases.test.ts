import { afterEach, beforeEach, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import { dayAt } from '../../../src/db/partitions/partition-names.ts'
import { claimJobs } from '../../../src/deliveries/jobs/claim.ts'
import { lowestInsertLease, sweepInsertLeases } from '../../../src/deliveries/jobs/insert-leases.ts'
import { LEASE_MS } from '../../../src/deliveries/jobs/lease.ts'
import { registerWorker, unregisterWorker } from '../../../src/deliveries/jobs/membership.ts'
import { appendEvents } from '../../../src/events/outbox.ts'
import { timeOfId } from '../../../src/kernel/ids.ts'
import { eventually } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { allOver, jobsIn, newOwner, openProcess, type Process } from '../../support/engine/process.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'

const KEY = 'order.paid'
const MINUTE = 60_000

let database: TestDatabase
let receiver: Receiver
const processes: Process[] = []
beforeEach(async () => {
  database = await testDatabase()
  receiver = await openReceiver()
})
afterEach(async () => {
  await Promise.all(processes.splice(0).map((process) => process.close()))
  await receiver.close()
  await database.close()
})

async function start(options?: Parameters<typeof openProcess>[1]): Promise<Process> {
  const process = await openProcess(database, options)
  processes.push(process)
  return process
}

test('a lease that its living worker lost track of expires, and the job is delivered', async () => {
  const publisher = await start({ parts: [] })
  const owner = await newOwner(publisher)
  const { id } = await publisher.create(owner, receiver.url, [KEY])
  const [event_id] = await publisher.publish(owner, KEY)
  await query(
    database.db,
    `with worker as (
       insert into workers (started_at, heartbeat_at) values (now(), now() + interval '1 hour') returning id
     )
     update jobs set status = 'delivering', worker_id = worker.id, generation = 1, attempts = 1,
                     next_at = null, lease_until = now() - interval '1 second'
       from worker where integration_id = $1`,
    [id],
  )
  await start({ parts: ['deliveries'] })
  const [job] = await allOver(database, id)
  expect(job).toMatchObject({ event_id, status: 'succeeded', generation: 2 })
})

test('a stopping worker releases leased jobs that have not reached it as unattempted', async () => {
  const leaving = await start()
  const owner = await newOwner(leaving)
  const { id } = await leaving.create(owner, receiver.url, [KEY])
  const [inserted, claimed] = [newId(Date.now()), newId(Date.now())]
  const more = { ...owner, triggered_by: KEY, resource_version: null, external_id: null, traceparent: null }
  const events = [inserted, claimed].map((event_id) => ({ ...more, id: event_id, payload: '{"data":{}}' }))
  const { foundation, outbox } = leaving.app
  const { jobs } = await appendEvents(outbox, foundation.db, events)
  expect(jobs.map(({ worker_id }) => worker_id)).not.toContain(null)
  const until = new Date(Date.now() + MINUTE)
  await query(database.db, 'update jobs set lease_until = $2 where event_id = $1', [claimed, until])

  await processes.splice(0, 1)[0]?.close()
  expect(await jobsIn(database, id)).toMatchObject([
    { status: 'pending', attempts: 0, worker_id: null, lease_until: null },
    { status: 'pending', attempts: 0, worker_id: null, lease_until: null },
  ])
  await start()
  expect((await allOver(database, id)).map(({ status, attempts }) => [status, attempts])).toEqual([
    ['succeeded', 1],
    ['succeeded', 1],
  ])
})

test('jobs that a worker lost track of are not delivered if their integration was toggled meanwhile', async () => {
  const office = await start({ parts: [] })
  const ahead = await start({ parts: [], clock: () => Date.now() + 5_000 })
  const owner = await newOwner(office)
  const { id } = await office.create(owner, receiver.url, [KEY])
  const [lost] = await ahead.publish(owner, KEY)
  const worker_id = await registerWorker(database.db)
  const now = Date.now() + 10_000
  const claim = {
    integration_ids: [id],
    part: dayAt(timeOfId(String(lost))),
    each: 20,
    worker_id,
    lease_until: now + 60_000,
    now,
  }
  expect((await claimJobs(database.db, claim)).jobs).toHaveLength(1)
  await office.update(owner, id, { enabled: false })
  await office.update(owner, id, { enabled: true })
  const [wanted] = await office.publish(owner, KEY)
  await unregisterWorker(database.db, worker_id, 'none')
  await start({ parts: ['deliveries'] })
  const jobs = await allOver(database, id)
  expect(Object.fromEntries(jobs.map(({ event_id, status }) => [event_id, status]))).toEqual({
    [String(lost)]: 'cancelled',
    [String(wanted)]: 'succeeded',
  })
  expect(receiver.received.map(({ body }) => body.id)).toEqual([wanted])
})

/** Size in bytes of the index that workers scan every second. */
async function sizeOfDue(): Promise<number> {
  const rows = await query<{ bytes: number }>(
    database.db,
    `select sum(pg_relation_size(inhrelid))::bigint as bytes from pg_inherits where inhparent = 'jobs_due'::regclass`,
    [],
  )
  return rows[0]?.bytes ?? 0
}

/**
 * Counts the jobs that a process leases on insert from now on, and those it leaves free because it lacks capacity or is
 * behind.
 */
function countLeased({ app }: Process): { leased: number; free: number } {
  const { jobSink } = app.outbox
  const counts = { leased: 0, free: 0 }
  const reserve = jobSink.reserve.bind(jobSink)
  jobSink.reserve = (integration_id) => {
    const worker_id = reserve(integration_id)
    counts[worker_id === null ? 'free' : 'leased'] += 1
    return worker_id
  }
  return counts
}

test('jobs leased on insert leave no index entries for scans while a transaction is open', async () => {
  const process = await start({ parts: ['deliveries'] })
  const owner = await newOwner(process)
  const { id, revision } = await process.create(owner, receiver.url, [KEY])
  await process.app.outbox.snapshot.reach(revision)
  const empty = await sizeOfDue()
  const counts = countLeased(process)
  await database.db.transaction(async (elsewhere) => {
    await query(elsewhere, 'select txid_current()', [])
    for (let round = 1; counts.leased < 2_000; round += 1) {
      await process.publish(owner, ...Array<string>(200).fill(KEY))
      expect(await allOver(database, id)).toHaveLength(200 * round)
    }
    // Free jobs leave entries of at most 64 bytes; the leased jobs would fill a dozen pages.
    expect((await sizeOfDue()) - empty).toBeLessThanOrEqual(2 * 8192 + 64 * counts.free)
  })
})

/** Adds a job created `age` ms ago and leased on insert to a worker with a live heartbeat. */
async function leaseOnInsert(age: number): Promise<{ integration_id: string; made_at: number }> {
  const made_at = Date.now() - age
  const process = await start({ parts: [], clock: () => made_at })
  const owner = await newOwner(process)
  const { id } = await process.create(owner, receiver.url, [KEY])
  await process.publish(owner, KEY)
  await query(
    database.db,
    `with worker as (
       insert into workers (started_at, heartbeat_at) values (now(), now() + interval '1 hour') returning id
     )
     update jobs set status = 'delivering', worker_id = worker.id, generation = 1, attempts = 1, next_at = null
       from worker where integration_id = $1`,
    [id],
  )
  return { integration_id: id, made_at }
}

async function noneBefore(time: number): Promise<void> {
  await query(database.db, 'update leases_at_birth set none_before = $1', [new Date(time)])
}

/** Sweeps until the time stops moving, and returns the time. */
async function sweepOn(): Promise<number> {
  for (let step = 0; step < 10; step += 1) await sweepInsertLeases(database.db)
  return timeOfId(await lowestInsertLease(database.db))
}

test('the outcome of a job leased on insert changes no index', async () => {
  const process = await start()
  const owner = await newOwner(process)
  const { id, revision } = await process.create(owner, receiver.url, [KEY])
  await process.app.outbox.snapshot.reach(revision)
  const counts = countLeased(process)
  while (counts.leased < 1_000) {
    await process.publish(owner, ...Array<string>(200).fill(KEY))
    await allOver(database, id)
  }
  // Free jobs are claimed, which takes one more update and leaves an index entry.
  const { leased, free } = counts
  const updates = () =>
    query<{ all: number; in_place: number }>(
      database.db,
      `select sum(n_tup_upd)::integer as all, sum(n_tup_hot_upd)::integer as in_place
         from pg_stat_user_tables where relname like 'jobs\\_%'`,
      [],
    )
  // A connection reports its statistics at the end of a later transaction.
  const [row] = await eventually(
    () => process.publish(owner, KEY).then(updates),
    ([counted]) => (counted?.all ?? 0) >= leased + 2 * free,
  )
  expect(row?.in_place).toBeGreaterThan(0.9 * leased)
})

test('a lease on insert that its living worker lost track of expires, and the job is delivered', async () => {
  await noneBefore(Date.now() - LEASE_MS - MINUTE - 1_000)
  const { integration_id } = await leaseOnInsert(LEASE_MS + MINUTE)
  await start({ parts: ['deliveries'] })
  const [job] = await allOver(database, integration_id)
  expect(job).toMatchObject({ status: 'succeeded', generation: 2 })
})

test('the sweep time stops before leases on insert that are in use, and moves on when they end', async () => {
  const since = Date.now()
  await noneBefore(since - 8 * MINUTE)
  const { integration_id, made_at } = await leaseOnInsert(5 * MINUTE)
  expect(await sweepOn()).toBe(made_at)
  expect((await jobsIn(database, integration_id)).map(({ status }) => status)).toEqual(['delivering'])
  await query(database.db, `update jobs set status = 'succeeded', worker_id = null`, [])
  const passed = await sweepOn()
  expect(passed).toBeGreaterThan(made_at)
  // Jobs inserted just now may not be committed yet.
  expect(passed).toBeLessThan(Date.now() - MINUTE)
})

test('a process whose clock is behind leaves its jobs free, so that another finds them when it dies', async () => {
  await noneBefore(Date.now() - 2 * MINUTE)
  const process = await start({ clock: () => Date.now() - 5 * MINUTE })
  const owner = await newOwner(process)
  const { id, revision } = await process.create(owner, receiver.url, [KEY])
  await process.app.outbox.snapshot.reach(revision)
  const responses: (() => void)[] = []
  receiver.answer = (response) => void responses.push(() => response.end())
  await process.publish(owner, KEY)
  await receiver.waitForCount(1)
  expect((await jobsIn(database, id)).map(({ lease_until }) => lease_until)).not.toContain(null)
  for (const answer of responses) answer()
  await allOver(database, id)
})
