import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import { dayAt } from '../../../src/db/partitions/partition-names.ts'
import { createPartitions } from '../../../src/db/partitions/partitions.ts'
import { claimJobs } from '../../../src/deliveries/jobs/claim.ts'
import { findDue } from '../../../src/deliveries/jobs/due.ts'
import { registerWorker } from '../../../src/deliveries/jobs/membership.ts'
import { DAY } from '../../../src/kernel/duration.ts'
import { type Counted, openCounted } from '../../support/database/blocks.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { allOver, newOwner, openProcess, type Process } from '../../support/engine/process.ts'
import { openReceiver } from '../../support/servers/receiver.ts'

const KEY = 'order.paid'
const NOW = Date.now()

let database: TestDatabase
let counted: Counted
let today: Process
let lastWeek: Process
beforeAll(async () => {
  database = await testDatabase()
  counted = openCounted(database.url)
  await createPartitions(database.db, NOW - 6 * DAY)
  today = await openProcess(database, { parts: [] })
  lastWeek = await openProcess(database, { parts: [], clock: () => Date.now() - 6 * DAY })
})
afterAll(async () => {
  await Promise.all([today.close(), lastWeek.close(), counted.close()])
  await database.close()
})

test('finds and delivers a job of any retained day', async () => {
  const receiver = await openReceiver()
  const owner = await newOwner(today)
  const { id } = await today.create(owner, receiver.url, [KEY])
  const published = [...(await lastWeek.publish(owner, KEY)), ...(await today.publish(owner, KEY, KEY))]
  expect(await findDue(database.db, Date.now())).toEqual(
    new Map([
      [dayAt(NOW - 6 * DAY), [id]],
      [dayAt(NOW), [id]],
    ]),
  )
  const worker = await openProcess(database)
  const jobs = await allOver(database, id)
  expect(jobs.map(({ event_id, status }) => [event_id, status])).toEqual(published.map((one) => [one, 'succeeded']))
  expect(receiver.received.map(({ body }) => body.id).toSorted()).toEqual(published.toSorted())
  await worker.close()
  await receiver.close()
})

test('a scan reads by integrations rather than jobs, even before their number is known', async () => {
  const owner = await newOwner(today)
  const { id } = await today.create(owner, 'http://127.0.0.1:1/', [KEY])
  await addJobs(id, NOW, { count: 20_000, status: 'pending' })
  const looked = await counted.counting(async () => ({ found: await findDue(counted.db, Date.now()) }))
  expect(looked.found.get(dayAt(NOW))).toEqual([id])
  expect(looked.blocks).toBeLessThan(100)
  await query(database.db, 'delete from jobs where integration_id = $1', [id])
})

test('a scan planned on an empty table reads none of the jobs that have ended since', async () => {
  const look = () => counted.counting(async () => ({ found: await findDue(counted.db, Date.now()) }))
  const before = await look()
  await addJobs(newId(NOW), NOW, { count: 20_000, status: 'succeeded' })
  const after = await look()
  expect(after.blocks).toBeLessThan(before.blocks + 100)
})

test('retaining jobs for more days does not slow claims, and barely slows scans', async () => {
  const owner = await newOwner(today)
  const integrations = await Promise.all([1, 2, 3].map(() => today.create(owner, 'http://127.0.0.1:1/', [KEY])))
  await today.publish(owner, ...Array<string>(20).fill(KEY))
  const worker_id = await registerWorker(database.db)
  const cost = async () => {
    const now = Date.now()
    const claim = { integration_ids: integrations.map(({ id }) => id), part: dayAt(NOW), each: 2, worker_id, now }
    await query(database.db, 'vacuum analyze jobs', [])
    const claimed = await counted.counting(() => claimJobs(counted.db, { ...claim, lease_until: now + 60_000 }))
    expect(claimed.jobs).toHaveLength(6)
    const looked = await counted.counting(async () => ({ found: await findDue(counted.db, now) }))
    expect(looked.found.get(dayAt(NOW))).toHaveLength(3)
    return { claim: claimed.blocks, look: looked.blocks }
  }
  const before = await cost()
  for (const back of [15, 24, 33]) await createPartitions(database.db, NOW - back * DAY)
  for (let back = 7; back < 35; back++) {
    await addJobs(owner.store_id, NOW - back * DAY, { count: 1_000, status: 'succeeded' })
  }
  const after = await cost()
  expect(after.claim).toBeLessThan(1.5 * before.claim)
  // The top of an index shows whether a day has due jobs.
  expect(after.look).toBeLessThanOrEqual(before.look + 5 * 28)
})

type ManyJobs = { count: number; status: 'pending' | 'succeeded' }

/** Jobs of one day, either due or ended. */
async function addJobs(integration_id: string, time: number, { count, status }: ManyJobs): Promise<void> {
  const ids = Array.from({ length: count }, () => newId(time))
  const next_at = status === 'pending' ? new Date(NOW) : null
  await query(
    database.db,
    `insert into jobs (id, event_id, integration_id, owner_id, triggered_by, status, next_at, updated_at)
     select id, id, $2, $2, $3, $4, $5, now() from unnest($1::uuid[]) as id`,
    [ids, integration_id, KEY, status, next_at],
  )
}
