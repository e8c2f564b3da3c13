import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { readDue } from '../../../src/deliveries/jobs/metrics.ts'
import { countWaiting } from '../../../src/events/store.ts'
import { timeOfId } from '../../../src/kernel/ids.ts'
import { eventually } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { allOver, newOwner, openProcess, type Process } from '../../support/engine/process.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'

const KEY = 'order.updated'

let database: TestDatabase
let limited: Receiver
let free: Receiver
let processes: [Process, Process]
let owner: Awaited<ReturnType<typeof newOwner>>
/** Event-loop delay of the processes, which all run in this one. */
const delay = monitorEventLoopDelay({ resolution: 10 })

beforeEach(async () => {
  delay.reset()
  delay.enable()
  database = await testDatabase()
  limited = await openReceiver()
  free = await openReceiver()
  const options = { env: { TIDINGS_RETRY_SCHEDULE: '1,1,1' } }
  processes = [await openProcess(database, options), await openProcess(database, options)]
  owner = await newOwner(processes[0])
})
afterEach(async () => {
  await Promise.all(processes.map((process) => process.close()))
  await Promise.all([limited.close(), free.close()])
  await database.close()
})

async function publish(count: number): Promise<void> {
  const keys = Array<string>(count / 2).fill(KEY)
  await Promise.all(processes.map((process) => process.publish(owner, ...keys)))
}

/** Start times of the attempts: on a busy machine, requests may arrive later and in bursts. */
async function startsOf(integration_id: string): Promise<number[]> {
  const text = 'select id, processing_time from logs where integration_id = $1'
  const logs = await query<{ id: string; processing_time: number }>(database.db, text, [integration_id])
  const times = logs.map(({ id, processing_time }) => timeOfId(id) - processing_time * 1_000)
  return times.sort((one, other) => one - other)
}

function mostInASecond(times: readonly number[]): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length))
}

/** Maximum starts within one second: a busy process makes up for late starts with the next ones. */
const mostAt = (rate_limit: number) => rate_limit * (1.1 + delay.max / 1e9)

test('two processes share the limit, use it fully, and delay no other integration', async () => {
  const rate_limit = 20
  const { id } = await processes[0].create(owner, limited.url, [KEY])
  await processes[0].update(owner, id, { rate_limit })
  const other = await processes[0].create(owner, free.url, [KEY])
  const began = Date.now()
  await publish(160)
  await free.waitForCount(160)
  // The unlimited jobs did not wait for the limited ones, which take eight seconds.
  expect(limited.received.length).toBeLessThan(120)
  await limited.waitForCount(160)
  expect(new Set(limited.received.map(({ body }) => body.id)).size).toBe(160)
  for (const one of [id, other.id]) {
    expect((await allOver(database, one)).every(({ status }) => status === 'succeeded')).toBe(true)
  }
  const starts = await startsOf(id)
  expect(mostInASecond(starts)).toBeLessThanOrEqual(mostAt(rate_limit))
  const allowed = starts.filter((at, index) => at >= began + ((index - rate_limit * 0.1) / rate_limit) * 1_000)
  expect(allowed).toEqual(starts)
})

test('enforces a limit below one a second, and removing the limit releases all jobs', async () => {
  const { id } = await processes[0].create(owner, limited.url, [KEY])
  await processes[0].update(owner, id, { rate_limit: 0.5 })
  await publish(20)
  await limited.waitForCount(2)
  const [one, two] = limited.received.map(({ at }) => at)
  expect((two ?? 0) - (one ?? 0)).toBeGreaterThan(1_900)
  await processes[0].update(owner, id, { rate_limit: null })
  await limited.waitForCount(20)
  await allOver(database, id)
})

test('retries count against the limit, and a failing endpoint is probed as usual', async () => {
  let attempts = 0
  limited.answer = (response) => {
    attempts += 1
    response.statusCode = attempts <= 4 ? 500 : 200
    response.end()
  }
  const { id } = await processes[0].create(owner, limited.url, [KEY])
  await processes[0].update(owner, id, { rate_limit: 20 })
  await publish(4)
  await limited.waitForCount(8)
  expect((await allOver(database, id)).every(({ status }) => status === 'succeeded')).toBe(true)
  expect(mostInASecond(await startsOf(id))).toBeLessThanOrEqual(mostAt(20))
})

test('jobs that wait for a limit are neither overdue for operators nor a backlog of their owner', async () => {
  const { id } = await processes[0].create(owner, limited.url, [KEY])
  await processes[0].update(owner, id, { rate_limit: 1 })
  // A process that has not read the limit yet leases all jobs on insert, and they then wait in its memory.
  const limits = async () => processes.map(({ app }) => app.outbox.snapshot.enabled(id)?.rate_limit)
  await eventually(limits, (known) => known.every((limit) => limit === 1))
  await publish(40)
  await limited.waitForCount(2)
  const due = await readDue(database.db, Date.now())
  expect(due.working.jobs).toBe(0)
  expect(due.limited.jobs).toBeGreaterThan(30)
  expect(await countWaiting(database.db, owner.store_id, 1_000)).toBe(0)
  const leased = await query(database.db, 'select 1 from jobs where integration_id = $1 and worker_id is not null', [
    id,
  ])
  // Each process holds at most the starts of two seconds, plus the attempts that it has not settled.
  expect(leased.length).toBeLessThanOrEqual(8)
})
