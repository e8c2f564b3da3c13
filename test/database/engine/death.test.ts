import { afterEach, beforeEach, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import type { Rows } from '../../../src/db/rows.ts'
import { LEASE_MS } from '../../../src/deliveries/jobs/lease.ts'
import { firstPace } from '../../../src/deliveries/rules/pace.ts'
import { eventually } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { allOver, jobsIn, newOwner, openProcess, type Process } from '../../support/engine/process.ts'
import { startStopwatch } from '../../support/measures/stopwatch.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'
import { openWire, type Wire } from '../../support/servers/wire.ts'

const KEY = 'order.paid'
/** Concurrent attempts for an integration that a worker does not know yet. */
const AT_ONCE = firstPace.cap

let database: TestDatabase
let wire: Wire
let receiver: Receiver
let mortal: Process
let survivor: Process | null
beforeEach(async () => {
  database = await testDatabase()
  wire = await openWire(database.url)
  receiver = await openReceiver()
  mortal = await openProcess({ ...database, url: wire.url })
  survivor = null
})
afterEach(async () => {
  await mortal.close()
  await survivor?.close()
  await receiver.close()
  await wire.close()
  await database.close()
})

/** Holds responses until `answer` is called with their status. */
function holdAnswers(): { answer: (status: number) => void } {
  const { promise, resolve } = Promise.withResolvers<number>()
  receiver.answer = async (response) => {
    response.statusCode = await promise
    response.end()
  }
  return { answer: resolve }
}

function publishMany(process: Process, owner: Parameters<Process['publish']>[0], count: number): Promise<string[]> {
  return process.publish(owner, ...Array<string>(count).fill(KEY))
}

function logsIn(integration_id: string) {
  return query<Rows['logs']>(database.db, 'select * from logs where integration_id = $1 order by id', [integration_id])
}

test("another worker delivers a dead worker's jobs before its leases end, and its late outcomes are ignored", async () => {
  const owner = await newOwner(mortal)
  const { id } = await mortal.create(owner, receiver.url, [KEY])
  const { answer } = holdAnswers()
  const events = await publishMany(mortal, owner, 40)
  await receiver.waitForCount(AT_ONCE)
  expect(new Set((await jobsIn(database, id)).map((job) => job.status))).toEqual(new Set(['delivering']))
  survivor = await openProcess(database)

  wire.cut()
  const dead = startStopwatch()
  receiver.answer = (response) => response.end()
  const jobs = await allOver(database, id)
  expect(dead.stop()).toBeLessThan(LEASE_MS / 20)
  expect(jobs.map((job) => job.event_id)).toEqual(events)
  expect(new Set(jobs.map((job) => job.status))).toEqual(new Set(['succeeded']))
  expect(receiver.received).toHaveLength(AT_ONCE + 40)

  wire.mend()
  answer(500)
  const logs = await eventually(
    () => logsIn(id),
    (found) => found.length === AT_ONCE + 40,
  )
  expect(logs.filter((log) => !log.succeeded)).toHaveLength(AT_ONCE)
  expect(await jobsIn(database, id)).toEqual(jobs)

  const [again] = await mortal.publish(owner, KEY)
  await receiver.waitFor(({ body }) => body.id === again)
  expect(await allOver(database, id)).toHaveLength(41)
  expect(receiver.received).toHaveLength(AT_ONCE + 41)
})

test('a living worker that was declared dead attempts none of its earlier jobs', async () => {
  const owner = await newOwner(mortal)
  const { id } = await mortal.create(owner, receiver.url, [KEY])
  const { answer } = holdAnswers()
  const events = await publishMany(mortal, owner, 40)
  await receiver.waitForCount(AT_ONCE)
  const before = await query<{ id: number }>(database.db, 'select id from workers', [])
  await query(database.db, 'delete from workers', [])
  await eventually(
    () => query<{ id: number }>(database.db, 'select id from workers', []),
    (found) => found.length === 1 && found[0]?.id !== before[0]?.id,
  )
  answer(200)
  await eventually(
    () => logsIn(id),
    (found) => found.length === AT_ONCE,
  )
  const freed = await jobsIn(database, id)
  expect(new Set(freed.map((job) => [job.status, job.worker_id].join()))).toEqual(
    new Set([`delivering,${before[0]?.id}`]),
  )
  expect(receiver.received).toHaveLength(AT_ONCE)
  const due = `update jobs set status = 'pending', worker_id = null, next_at = $2 where integration_id = $1`
  await query(database.db, due, [id, new Date()])
  const jobs = await allOver(database, id)
  expect(jobs.map((job) => [job.event_id, job.status, job.generation])).toEqual(
    events.map((event_id) => [event_id, 'succeeded', 2]),
  )
})

test('stopping drains in-flight attempts, releases all other jobs untouched and loses nothing', async () => {
  const owner = await newOwner(mortal)
  const { id } = await mortal.create(owner, receiver.url, [KEY])
  const { answer } = holdAnswers()
  const events = await publishMany(mortal, owner, 700)
  await receiver.waitForCount(AT_ONCE)
  const closing = mortal.close()
  // The first resource that a stopping process releases.
  await eventually(
    () =>
      query(
        database.db,
        `select 1 from pg_stat_activity where application_name = 'tidings listen' and datname = current_database()`,
        [],
      ),
    (listening) => listening.length === 0,
  )
  answer(200)
  await closing
  expect(receiver.received).toHaveLength(AT_ONCE)
  const left = await jobsIn(database, id)
  expect(left.filter((job) => job.status === 'succeeded')).toHaveLength(AT_ONCE)
  const rest = left.filter((job) => job.status !== 'succeeded')
  for (const job of rest) expect(job).toMatchObject({ status: 'pending', attempts: 0, worker_id: null })
  expect(Math.max(...rest.map((job) => job.next_at?.getTime() ?? 0))).toBeLessThanOrEqual(Date.now())
  expect(await query<{ id: number }>(database.db, 'select id from workers', [])).toEqual([])

  mortal = await openProcess(database)
  const jobs = await allOver(database, id)
  expect(jobs.map((job) => [job.event_id, job.status, job.attempts])).toEqual(
    events.map((event_id) => [event_id, 'succeeded', 1]),
  )
  expect(receiver.received.map(({ body }) => body.id).sort()).toEqual(events.toSorted())
  expect(new Set(receiver.received.map(({ body }) => body.attempt))).toEqual(new Set([1]))
})

test('two workers stopped and started alternately deliver every event exactly once', async () => {
  survivor = await openProcess(database)
  const owner = await newOwner(mortal)
  const { id } = await mortal.create(owner, receiver.url, [KEY])
  const events: string[] = []
  for (let round = 0; round < 3; round += 1) {
    events.push(...(await publishMany(mortal, owner, 100)), ...(await publishMany(survivor, owner, 100)))
    const [leaving, staying] = round % 2 === 0 ? [survivor, mortal] : [mortal, survivor]
    await leaving.close()
    events.push(...(await publishMany(staying, owner, 50)))
    if (leaving === mortal) mortal = await openProcess(database)
    else survivor = await openProcess(database)
  }
  expect((await allOver(database, id)).map((job) => [job.status, job.attempts].join())).toEqual(
    Array(events.length).fill('succeeded,1'),
  )
  expect(receiver.received.map(({ body }) => body.id).sort()).toEqual(events.sort())
})
