import { afterEach, beforeEach, expect, test } from 'vitest'
import { dayAt } from '../../../src/db/partitions.ts'
import { query } from '../../../src/db/pool.ts'
import { claimJobs } from '../../../src/deliveries/claim.ts'
import { enterWorker, leaveWorker } from '../../../src/deliveries/membership.ts'
import { timeOfId } from '../../../src/kernel/ids.ts'
import type { TestDatabase } from '../../support/cluster.ts'
import { testDatabase } from '../../support/database.ts'
import { allOver, newOwner, openProcess, type Process } from '../../support/process.ts'
import { openReceiver, type Receiver } from '../../support/receiver.ts'

const KEY = 'order.paid'

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

async function start(...parts: ('api' | 'deliveries')[]): Promise<Process> {
  const process = await openProcess(database, { parts })
  processes.push(process)
  return process
}

test('a lease that a living worker has lost sight of ends, and the job is delivered', async () => {
  const publisher = await start()
  const owner = await newOwner(publisher)
  const { id } = await publisher.create(owner, receiver.url, [KEY])
  const [event_id] = await publisher.publish(owner, KEY)
  await query(
    database.db,
    `with worker as (
       insert into workers (started_at, heartbeat_at) values (now(), now() + interval '1 hour') returning id
     )
     update jobs set status = 'delivering', worker_id = worker.id, generation = 1, attempts = 1,
                     next_at = now() - interval '1 second'
       from worker where integration_id = $1`,
    [id],
  )
  await start('deliveries')
  const [job] = await allOver(database, id)
  expect(job).toMatchObject({ event_id, status: 'succeeded', generation: 2 })
})

test('what a worker has lost sight of is not delivered when its integration was disabled and enabled meanwhile', async () => {
  const office = await start()
  const ahead = await openProcess(database, { parts: [], clock: () => Date.now() + 5_000 })
  processes.push(ahead)
  const owner = await newOwner(office)
  const { id } = await office.create(owner, receiver.url, [KEY])
  const [lost] = await ahead.publish(owner, KEY)
  const worker_id = await enterWorker(database.db)
  const now = Date.now() + 10_000
  const claim = {
    integration_ids: [id],
    day: dayAt(timeOfId(String(lost))),
    each: 20,
    worker_id,
    lease_until: now + 60_000,
    now,
  }
  expect((await claimJobs(database.db, claim)).jobs).toHaveLength(1)
  await office.update(owner, id, { enabled: false })
  await office.update(owner, id, { enabled: true })
  const [wanted] = await office.publish(owner, KEY)
  await leaveWorker(database.db, worker_id)
  await start('deliveries')
  const jobs = await allOver(database, id)
  expect(Object.fromEntries(jobs.map(({ event_id, status }) => [event_id, status]))).toEqual({
    [String(lost)]: 'cancelled',
    [String(wanted)]: 'succeeded',
  })
  expect(receiver.received.map(({ body }) => body.id)).toEqual([wanted])
})

/** Bytes of the index that workers look through every second. */
async function sizeOfDue(): Promise<number> {
  const rows = await query<{ bytes: number }>(
    database.db,
    `select sum(pg_relation_size(inhrelid))::bigint as bytes from pg_inherits where inhparent = 'jobs_due'::regclass`,
    [],
  )
  return rows[0]?.bytes ?? 0
}

test('while a transaction is open, jobs that are leased at birth leave nothing behind for looks to pass', async () => {
  const process = await start('deliveries')
  const owner = await newOwner(process)
  const { id, revision } = await process.create(owner, receiver.url, [KEY])
  await process.app.outbox.snapshot.reach(revision)
  const empty = await sizeOfDue()
  await database.db.transaction().execute(async (elsewhere) => {
    await query(elsewhere, 'select txid_current()', [])
    for (let round = 0; round < 10; round += 1) {
      await process.publish(owner, ...Array<string>(200).fill(KEY))
      const jobs = await allOver(database, id)
      expect(jobs).toHaveLength(200 * (round + 1))
    }
    // Entries of those few that found no room may be there; of all of them it would be a dozen pages.
    expect((await sizeOfDue()) - empty).toBeLessThanOrEqual(2 * 8192)
  })
})
