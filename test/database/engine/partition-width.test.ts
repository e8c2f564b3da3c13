import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, query } from '../../../src/db/database.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { newId } from '../../../src/db/new-id.ts'
import { type Part, partitionOf, partOf, type Width } from '../../../src/db/partitions/partition-names.ts'
import { createPartitions, dropPartitions } from '../../../src/db/partitions/partitions.ts'
import { existingPartitions, noteWidths } from '../../../src/db/partitions/present-partitions.ts'
import { claimJobsById } from '../../../src/deliveries/jobs/claim.ts'
import { findDue } from '../../../src/deliveries/jobs/due.ts'
import { registerWorker } from '../../../src/deliveries/jobs/membership.ts'
import { settle } from '../../../src/deliveries/jobs/settle.ts'
import { isNeededByJobs } from '../../../src/deliveries/jobs/unfinished.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { emptyDatabase, testDatabase } from '../../support/database/database.ts'
import { insertRows } from '../../support/database/insert-rows.ts'
import { keepFor } from '../../support/database/keep-for.ts'
import { allOver, newOwner, openProcess } from '../../support/engine/process.ts'
import { openReceiver } from '../../support/servers/receiver.ts'
import { aDueJob } from '../../support/targets/due-job.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.now()

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await emptyDatabase()
  db = database.db
  await migrate(db)
})
afterAll(() => database.close())

test('hourly delivery partitions behave as daily ones, and the audit log stays daily', async () => {
  const env = { TIDINGS_PARTITION_WIDTH: 'hour' }
  const receiver = await openReceiver()
  const hourAgo = await openProcess(database, { parts: [], env, clock: () => Date.now() - HOUR })
  const now = await openProcess(database, { parts: [], env })
  const owner = await newOwner(now)
  const { id } = await now.create(owner, receiver.url, ['order.paid'])
  const published = [...(await hourAgo.publish(owner, 'order.paid')), ...(await now.publish(owner, 'order.paid'))]
  expect([...(await findDue(db, Date.now())).values()]).toEqual([[id], [id]])
  const worker = await openProcess(database, { env })
  const jobs = await allOver(database, id)
  expect(jobs.map(({ event_id, status }) => [event_id, status])).toEqual(published.map((one) => [one, 'succeeded']))
  await worker.publish(owner, 'order.paid')
  expect(await allOver(database, id)).toHaveLength(3)
  await Promise.all([hourAgo, now, worker, receiver].map((each) => each.close()))
  expect((await existingPartitions(db, 'events')).map(({ width }) => width)).not.toContain('day')
  expect((await existingPartitions(db, 'audit_entries')).map(({ width }) => width)).not.toContain('hour')
})

test.each(['day', 'hour'] as const)(
  'a process that mistakes the width of partitions still settles and claims jobs: %s',
  async (width) => {
    const worker_id = await registerWorker(db)
    const job = aDueJob({ id: newId(NOW), integration_id: newId(NOW) })
    const row = { id: job.id, event_id: newId(NOW), integration_id: job.integration_id, owner_id: job.id }
    const state = {
      triggered_by: 'order.paid',
      status: 'delivering',
      updated_at: new Date(NOW),
      worker_id,
      generation: 1,
    }
    await insertRows(db, 'jobs', [{ ...row, ...state }])
    await insertRows(db, 'events', [
      { id: row.event_id, organization_id: job.id, owner_id: job.id, triggered_by: '', payload: '{}' },
    ])
    mistake(width)
    await settle(db, [{ job, next: { status: 'pending', next_at: NOW, step: 1 }, log: null }], {
      worker_id,
      now: NOW,
      pass: 'first',
    })
    expect(await query(db, 'select status from jobs where id = $1', [job.id])).toEqual([{ status: 'pending' }])
    mistake(width)
    const { jobs } = await claimJobsById(db, { jobs: [job], worker_id, now: NOW, lease_until: NOW + HOUR })
    expect(jobs.map(({ id }) => id)).toEqual([job.id])
    await query(db, 'delete from jobs where id = $1', [job.id])
  },
)

/** The state before another process created partitions of another width. */
function mistake(width: Width): void {
  const part = partOf(partitionOf('jobs', NOW, width))
  noteWidths(part === null ? [] : [part])
}

test('partitions neither overlap nor leave a gap after any change of width', async () => {
  const other = await emptyDatabase()
  await migrate(other.db)
  const changes: [Width, number][] = [
    ['day', 0],
    ['hour', 6.2],
    ['hour', 1.3],
    ['day', 0.4],
    ['day', 1],
    ['hour', 6],
    ['day', 0],
  ]
  let now = Date.UTC(2026, 10, 20, 12, 30)
  for (const [width, days] of changes) {
    now += days * DAY
    await createPartitions(other.db, now, width)
    const parts = await existingPartitions(other.db, 'jobs')
    for (const [index, { from }] of parts.slice(1).entries()) expect(from).toBe(parts[index]?.until)
    expect(parts[0]?.from).toBeLessThanOrEqual(now)
    expect(parts.at(-1)?.until).toBeGreaterThan(now + DAY)
  }
  const widths = (await existingPartitions(other.db, 'jobs')).map(({ width }) => width)
  const turns = widths.filter((width, index) => width !== widths[index - 1])
  expect(turns).toEqual(['day', 'hour', 'day', 'hour', 'day'])
  await other.close()
})

test('hourly partitions with a retention of one day are dropped after a day and not recreated', async () => {
  await createPartitions(db, NOW + DAY, 'hour')
  const dropped = await dropPartitions(db, NOW + 1.5 * DAY, keepFor(1))
  expect(dropped).toContain(partitionOf('events', NOW, 'hour'))
  expect(dropped).not.toContain(partitionOf('events', NOW + DAY / 2 + HOUR, 'hour'))
  await createPartitions(db, NOW + 1.5 * DAY, 'hour')
  expect(await dropPartitions(db, NOW + 1.5 * DAY, keepFor(1))).toEqual([])
})

test('keeps the partitions of an unfinished job and of its event', async () => {
  const other = await testDatabase()
  const { db } = other
  const [earlier, later] = [NOW + DAY, NOW + 4 * DAY]
  const [id, event_id] = [newId(later), newId(earlier)]
  const job = { id, event_id, integration_id: id, owner_id: id, triggered_by: '', updated_at: new Date(later) }
  await insertRows(db, 'jobs', [{ ...job, status: 'pending', next_at: new Date(later) }])
  const mayDrop = async (part: Part) => !(await isNeededByJobs(db, part))
  const drop = () => dropPartitions(db, later + 5 * DAY, keepFor(3), { mayDrop })
  const needed = [earlier, later].map((time) => partitionOf('events', time))
  const dropped = await drop()
  for (const name of needed) expect(dropped).not.toContain(name)
  expect(dropped).toContain(partitionOf('events', earlier + DAY))
  await query(db, `update jobs set status = 'failed', next_at = null where id = $1`, [id])
  const last = await drop()
  for (const name of needed) expect(last).toContain(name)
  await other.close()
})
