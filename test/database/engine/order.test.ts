import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { Ingest } from '../../../src/events/ingest.ts'
import { publishEvents } from '../../../src/events/publish.ts'
import { noEventTelemetry } from '../../../src/events/telemetry.ts'
import { createIntegration } from '../../../src/integrations/create.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { newOwner, openProcess, type Process } from '../../support/engine/process.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'
import { SQS_KEYS, startSqs } from '../../support/servers/sqs.ts'

const KEY = 'order.updated'
const GROUPS = 50

let database: TestDatabase
let receiver: Receiver
let processes: Process[]
let owner: Awaited<ReturnType<typeof newOwner>>

beforeEach(async () => {
  database = await testDatabase()
  receiver = await openReceiver()
  processes = []
})
afterEach(async () => {
  await Promise.all(processes.map((process) => process.close()))
  await receiver.close()
  await database.close()
})

async function start(count: number): Promise<void> {
  const options = { env: { TIDINGS_RETRY_SCHEDULE: '1,1,1,1,1,1,1,1,1,1' } }
  for (let index = 0; index < count; index += 1) processes.push(await openProcess(database, options))
  owner = await newOwner(processes[0] as Process)
}

async function integrate(ordered: boolean): Promise<string> {
  const more = { type: 'integration', integration_type: 'webhook', name: 'Test', enabled: true } as const
  const configuration = { url: receiver.url, ordered }
  const { id } = await createIntegration((processes[0] as Process).app.integrationDeps, owner, {
    ...more,
    observes: [KEY],
    configuration,
  })
  return id
}

/** Publishes events of all groups and by all processes round-robin; each event carries its position in its group. */
async function publish(count: number): Promise<void> {
  for (let from = 0; from < count; from += 250) {
    const process = processes[(from / 250) % processes.length] as Process
    const { db, clock } = process.app.foundation
    const { ownTypes } = process.app.integrationDeps
    const ingest = new Ingest({ ...process.app.outbox, db })
    const body = Array.from({ length: Math.min(250, count - from) }, (_, at) => {
      const [id, place] = [`group-${(from + at) % GROUPS}`, Math.floor((from + at) / GROUPS)]
      return { triggered_by: KEY, payload: { data: { type: 'order', id, place } } }
    })
    await publishEvents({ ingest, clock, ownTypes, backlog: { checkLimit() {} }, telemetry: noEventTelemetry }, owner, {
      headers: {},
      body,
    })
  }
}

/** Records the positions in each group in order of acceptance, and counts events that overtook an older one. */
function watch(answer: (attempts: number) => number) {
  const accepted = new Map<string, number[]>()
  const attempts = new Map<string, number>()
  const inFlight = new Set<string>()
  let overlaps = 0
  receiver.answer = (response, { body }) => {
    const { id, place } = (body.payload as { data: { id: string; place: number } }).data
    const key = String(body.id)
    attempts.set(key, (attempts.get(key) ?? 0) + 1)
    if (inFlight.has(id)) overlaps += 1
    inFlight.add(id)
    response.statusCode = answer(attempts.get(key) ?? 1)
    if (response.statusCode === 200) accepted.set(id, [...(accepted.get(id) ?? []), place])
    setImmediate(() => {
      inFlight.delete(id)
      response.end()
    })
  }
  return {
    accepted,
    overlaps: () => overlaps,
    inversions() {
      const older = (places: number[]) =>
        places.filter((place, at) => places.slice(0, at).some((before) => before > place)).length
      return [...accepted.values()].map(older).reduce((sum, count) => sum + count, 0)
    },
  }
}

async function allOver(): Promise<void> {
  const text = "select 1 from jobs where status <> 'succeeded' limit 1"
  while ((await query(database.db, text, [])).length > 0) await wait(100)
}

test('none of 2,000 events of 50 resources overtakes an older event of its resource, in two processes', async () => {
  await start(2)
  await integrate(true)
  const seen = watch(() => 200)
  await publish(2_000)
  await allOver()
  expect({ inversions: seen.inversions(), overlaps: seen.overlaps() }).toEqual({ inversions: 0, overlaps: 0 })
  expect([...seen.accepted.values()].every((places) => places.length === 40)).toBe(true)
  const unordered = await query<{ count: number }>(
    database.db,
    'select count(*) as count from jobs where order_key is not null',
    [],
  )
  expect(unordered[0]?.count).toBe(0)
})

test('a failing resource waits for its retries, and other resources go on', async () => {
  await start(2)
  await integrate(true)
  let requests = 0
  const seen = watch((attempts) => (attempts === 1 && ++requests % 40 === 0 ? 500 : 200))
  await publish(1_000)
  await allOver()
  expect({ inversions: seen.inversions(), overlaps: seen.overlaps() }).toEqual({ inversions: 0, overlaps: 0 })
  expect([...seen.accepted.values()].flat()).toHaveLength(1_000)
})

test('an integration that drops ordering delivers its waiting jobs unordered', async () => {
  await start(1)
  const [process] = processes as [Process]
  const id = await integrate(true)
  let requests = 0
  const seen = watch(() => (++requests <= 5 ? 500 : 200))
  await publish(100)
  await process.update(owner, id, { configuration: { ordered: false } })
  await allOver()
  expect([...seen.accepted.values()].flat()).toHaveLength(100)
})

test('a FIFO queue gets the messages of each group in event order', async () => {
  await start(2)
  const sqs = await startSqs()
  const configuration = { url: await sqs.queue('events.fifo'), region: 'us-east-1', ...SQS_KEYS }
  const more = { type: 'integration', integration_type: 'cloud_sqs', name: 'Test', enabled: true } as const
  await createIntegration((processes[0] as Process).app.integrationDeps, owner, {
    ...more,
    observes: [KEY],
    configuration,
  })
  await publish(500)
  await allOver()
  const places = new Map<string, number[]>()
  for (let got = await sqs.receive(configuration.url); got.length > 0; got = await sqs.receive(configuration.url)) {
    for (const { Body = '' } of got) {
      const { data } = JSON.parse(Body)
      places.set(data.id, [...(places.get(data.id) ?? []), data.place])
    }
  }
  expect(places.size).toBe(GROUPS)
  for (const of_group of places.values()) expect(of_group).toEqual(Array.from({ length: 10 }, (_, place) => place))
  await sqs.close()
})
