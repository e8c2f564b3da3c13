import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, query } from '../../../src/db/database.ts'
import { openDatabase } from '../../../src/db/pool.ts'
import { firstPace } from '../../../src/deliveries/rules/pace.ts'
import { eventually } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { allOver, newOwner, openProcess, type Process } from '../../support/engine/process.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'

const KEY = 'order.paid'

let database: TestDatabase
let bystander: Database
let receiver: Receiver
let one: Process
let other: Process
beforeAll(async () => {
  database = await testDatabase()
  const url = Object.assign(new URL(database.url), { search: '?application_name=bystander' }).href
  bystander = openDatabase({ url, connections: 1, onError: () => {} })
  receiver = await openReceiver()
  one = await openProcess(database)
  other = await openProcess(database)
})
afterAll(async () => {
  await one.close()
  await other.close()
  await receiver.close()
  await bystander.close()
  await database.close()
})

/** Terminates every connection except the test's own; returns their number. */
async function killConnections(): Promise<number> {
  const rows = await query(
    bystander,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    [],
  )
  return rows.length
}

test('while connections are killed, accepted events are delivered and others rejected; then all recovers', async () => {
  const owner = await newOwner(one)
  const { id } = await one.create(owner, receiver.url, [KEY])
  const accepted: string[] = []
  const rejected: string[] = []
  let stop = false
  const publishing = Array.from({ length: 16 }, async (_, index) => {
    while (!stop) {
      try {
        accepted.push(...(await (index % 2 === 0 ? one : other).publish(owner, KEY, KEY)))
      } catch (error) {
        rejected.push(String(error))
        await wait(20)
      }
    }
  })
  let killed = 0
  for (let round = 1; round <= 6; round += 1) {
    await eventually(
      async () => Math.min(accepted.length, receiver.received.length),
      (count) => count > 100 * round,
    )
    killed += await killConnections()
  }
  stop = true
  await Promise.all(publishing)
  expect(killed).toBeGreaterThan(12)
  expect(rejected.length).toBeGreaterThan(0)

  const jobs = await allOver({ ...database, db: bystander }, id)
  expect(new Set(jobs.map((job) => job.status))).toEqual(new Set(['succeeded']))
  const delivered = new Set(receiver.received.map(({ body }) => body.id))
  expect(accepted.filter((event_id) => !delivered.has(event_id))).toEqual([])

  const [again] = await other.publish(owner, KEY)
  await receiver.waitFor(({ body }) => body.id === again)
  expect((await allOver({ ...database, db: bystander }, id)).at(-1)).toMatchObject({
    event_id: again,
    status: 'succeeded',
    attempts: 1,
  })
})

test('outcomes of attempts that could not be written are written once when the database is back', async () => {
  const owner = await newOwner(one)
  const { id } = await one.create(owner, receiver.url, [KEY])
  const { promise, resolve } = Promise.withResolvers<void>()
  const before = receiver.received.length
  receiver.answer = (response) => void promise.then(() => response.end())
  const events = await one.publish(owner, ...Array<string>(firstPace.cap).fill(KEY))
  await receiver.waitForCount(before + firstPace.cap)
  await killConnections()
  resolve()
  await killConnections()
  receiver.answer = (response) => response.end()
  const jobs = await allOver({ ...database, db: bystander }, id)
  expect(jobs.map((job) => [job.event_id, job.status, job.attempts])).toEqual(
    events.map((event_id) => [event_id, 'succeeded', 1]),
  )
  const logs = await query<{ job_id: string }>(bystander, 'select job_id from logs where integration_id = $1', [id])
  expect(logs.map((log) => log.job_id).sort()).toEqual(jobs.map((job) => job.id))
  expect(receiver.received).toHaveLength(before + firstPace.cap)
})
