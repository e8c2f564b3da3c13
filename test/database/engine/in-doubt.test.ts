import { afterEach, beforeEach, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { eventually } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { allOver, jobsIn, newOwner, openProcess, type Process } from '../../support/engine/process.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'
import { openWire, type Wire } from '../../support/servers/wire.ts'

const KEY = 'order.paid'

let database: TestDatabase
let wire: Wire
let receiver: Receiver
let process: Process
let clock: () => number
beforeEach(async () => {
  database = await testDatabase()
  wire = await openWire(database.url)
  receiver = await openReceiver()
  clock = Date.now
  process = await openProcess({ ...database, url: wire.url }, { clock: () => clock() })
})
afterEach(async () => {
  await process.close()
  await receiver.close()
  await wire.close()
  await database.close()
})

/** Commits the next statement with this text, and breaks the connection before the response arrives. */
async function loseAnswerTo(text: string): Promise<void> {
  const { reached, letGo } = wire.hold(text)
  await reached
  wire.cut()
  wire.mend()
  letGo()
}

test('outcomes whose commit was not confirmed are not awaited, however often this happens', async () => {
  const owner = await newOwner(process)
  const { id } = await process.create(owner, receiver.url, [KEY])
  for (let round = 0; round < 3; round += 1) {
    const losing = loseAnswerTo('with new_logs')
    await process.publish(owner, KEY)
    await losing
    await eventually(
      () => process.publish(owner, KEY).catch(() => []),
      ([event_id]) => event_id !== undefined,
    )
    const jobs = await allOver(database, id)
    expect(new Set(jobs.map((job) => [job.status, job.attempts].join()))).toEqual(new Set(['succeeded,1']))
  }
  const logs = await query<{ job_id: string }>(database.db, 'select job_id from logs where integration_id = $1', [id])
  expect(logs.map((log) => log.job_id).sort()).toEqual((await jobsIn(database, id)).map((job) => job.id))
})

test('an event that was stored despite an error response is delivered', async () => {
  const owner = await newOwner(process)
  const { id, revision } = await process.create(owner, receiver.url, [KEY])
  await process.app.outbox.snapshot.reach(revision)
  const earlier = await process.publish(owner, KEY)
  const losing = loseAnswerTo('new_events as')
  const published = process.publish(owner, KEY).catch((error: unknown) => error)
  await losing
  expect(await published).toBeInstanceOf(Error)
  const jobs = await allOver(database, id)
  expect(jobs.map(({ status, attempts }) => ({ status, attempts }))).toEqual(
    Array(2).fill({ status: 'succeeded', attempts: 1 }),
  )
  const job = jobs.find(({ event_id }) => !earlier.includes(event_id))
  await receiver.waitFor(({ body }) => body.id === job?.event_id)
})

test('jobs whose claim was not confirmed are claimed again', async () => {
  const publisher = await openProcess(database, { parts: [] })
  try {
    const owner = await newOwner(publisher)
    const { id } = await publisher.create(owner, receiver.url, [KEY])
    const losing = loseAnswerTo('with live as')
    const events = await publisher.publish(owner, KEY, KEY, KEY)
    await losing
    const jobs = await allOver(database, id)
    expect(jobs.map((job) => [job.event_id, job.status])).toEqual(events.map((event) => [event, 'succeeded']))
    expect(receiver.received.map(({ body }) => body.id).sort()).toEqual(events)
  } finally {
    await publisher.close()
  }
})

test('an unconfirmed claim is released alone, whatever else was leased at the same instant', async () => {
  const publisher = await openProcess(database, { parts: [] })
  try {
    const owner = await newOwner(process)
    const { id, revision } = await process.create(owner, receiver.url, [KEY])
    await process.app.outbox.snapshot.reach(revision)
    const instant = Date.now() + 60_000
    clock = () => instant
    await eventually(
      async () => process.app.outbox.jobSink.reserve(id),
      (worker_id) => worker_id !== null,
    )
    const responses: (() => void)[] = []
    receiver.answer = (response) => void responses.push(() => response.end())
    const [appended] = await process.publish(owner, KEY)
    await receiver.waitFor(({ body }) => body.id === appended)
    const losing = loseAnswerTo('with live as')
    const [claimed] = await publisher.publish(owner, KEY)
    await losing
    await receiver.waitFor(({ body }) => body.id === claimed)
    for (const answer of responses) answer()
    const jobs = await allOver(database, id)
    const leases = jobs.map(({ event_id, generation, attempts }) => [event_id, { generation, attempts }])
    expect(Object.fromEntries(leases)).toEqual({
      [String(appended)]: { generation: 1, attempts: 1 },
      [String(claimed)]: { generation: 2, attempts: 1 },
    })
  } finally {
    await publisher.close()
  }
})
