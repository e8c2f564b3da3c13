import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { claimJobsById } from '../../../src/deliveries/jobs/claim.ts'
import { findDue } from '../../../src/deliveries/jobs/due.ts'
import { registerWorker } from '../../../src/deliveries/jobs/membership.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { type JobOf, jobsIn, newOwner, openProcess, type Process } from '../../support/engine/process.ts'

const KEY = 'order.paid'

let database: TestDatabase
let publisher: Process
let worker_id: number
beforeAll(async () => {
  database = await testDatabase()
  publisher = await openProcess(database, { parts: ['api'] })
  worker_id = await registerWorker(database.db)
})
afterAll(async () => {
  await publisher.close()
  await database.close()
})

/** Creates undelivered jobs for a new integration. */
async function freeJobs(count: number): Promise<{ id: string; jobs: JobOf[] }> {
  const owner = await newOwner(publisher)
  const { id } = await publisher.create(owner, 'http://127.0.0.1:1/', [KEY])
  await publisher.publish(owner, ...Array<string>(count).fill(KEY))
  return { id, jobs: await jobsIn(database, id) }
}

async function change(id: string, values: Partial<Pick<JobOf, 'next_at' | 'generation'>> & { status?: 'succeeded' }) {
  const changes = Object.keys(values).map((column, index) => `${column} = $${index + 2}`)
  await query(database.db, `update jobs set ${changes} where id = $1`, [id, ...Object.values(values)])
}

function take(jobs: readonly Pick<JobOf, 'id' | 'integration_id'>[], now = Date.now(), worker = worker_id) {
  return claimJobsById(database.db, { jobs, worker_id: worker, lease_until: now + 600_000, now })
}

test('leases only those of the referenced jobs that are free', async () => {
  const { jobs } = await freeJobs(4)
  const [free, over, waiting, left] = jobs as [JobOf, JobOf, JobOf, JobOf]
  await change(over.id, { status: 'succeeded', next_at: null })
  await change(waiting.id, { generation: 1, next_at: new Date(Date.now() + 60_000) })
  const { integration_id } = free
  const unknown = [free.id.slice(0, 35), '0199f3a0-7c00-7000-8000-00000000000', 'ffffffff-ffff-7000-8000-00000000000']
  const strange = unknown.map((start) => ({ id: `${start}${free.id.endsWith('1') ? 2 : 1}`, integration_id }))
  const { jobs: taken } = await take([...strange, free, free, over, waiting])
  expect(taken.map(({ id, attempt, generation }) => ({ id, attempt, generation }))).toEqual([
    { id: free.id, attempt: 1, generation: 1 },
  ])
  expect(taken[0]?.event).toMatchObject({ id: free.event_id, triggered_by: KEY })
  expect((await take([free])).jobs).toEqual([])
  expect((await jobsIn(database, left.integration_id)).map(({ worker_id }) => worker_id)).toEqual([
    worker_id,
    null,
    null,
    null,
  ])
})

test('a reference to another integration, or a removed worker, gets no jobs', async () => {
  const one = await freeJobs(1)
  const other = await freeJobs(1)
  const crossed = one.jobs.map(({ id }) => ({ id, integration_id: other.id }))
  expect((await take(crossed)).jobs).toEqual([])
  expect((await take(one.jobs, Date.now(), worker_id + 1_000)).jobs).toEqual([])
  expect((await take(one.jobs)).jobs).toHaveLength(1)
})

test('a worker whose clock is behind claims new jobs, too', async () => {
  const { jobs } = await freeJobs(1)
  expect((await take(jobs, Date.now() - 5_000)).jobs).toHaveLength(1)
})

test('a scan skips new jobs for the given time, and no others', async () => {
  const { id, jobs } = await freeJobs(1)
  const [job] = jobs as [JobOf]
  const due_at = job.next_at?.getTime() ?? 0
  const finds = async (now: number, new_for: number) =>
    [...(await findDue(database.db, now, now - new_for)).values()].flat().includes(id)
  expect(await finds(due_at, 0)).toBe(true)
  expect(await finds(due_at + 2_999, 3_000)).toBe(false)
  expect(await finds(due_at + 3_000, 3_000)).toBe(true)
  await change(job.id, { generation: 1 })
  expect(await finds(due_at, 3_000)).toBe(true)
})
