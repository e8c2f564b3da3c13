import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import type { NoResponseReason } from '../../../src/deliveries/attempt.ts'
import type { AttemptLog, Settlement } from '../../../src/deliveries/jobs/settle.ts'
import { makeWatch } from '../../../src/deliveries/watch/watch.ts'
import type { IntegrationRow } from '../../../src/integrations/store.ts'
import { storable, storableJson } from '../../../src/kernel/text/storable.ts'
import { eventually } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { isOver, jobsIn, newOwner, openProcess, type Process } from '../../support/engine/process.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'
import { aDueJob } from '../../support/targets/due-job.ts'

const KEY = 'order.paid'
const DISABLE_AFTER_MS = 300_000
/** A fifth of the time: failures in all five periods disable. */
const PERIOD_MS = DISABLE_AFTER_MS / 5

let database: TestDatabase
let receiver: Receiver
let process: Process
let owner: Awaited<ReturnType<typeof newOwner>>
let shift = 0
const options = {
  env: { TIDINGS_DISABLE_AFTER: '300', TIDINGS_RETRY_SCHEDULE: '86400' },
  clock: () => Date.now() + shift,
}
beforeAll(async () => {
  database = await testDatabase()
  receiver = await openReceiver()
  process = await openProcess(database, options)
})
beforeEach(async () => {
  owner = await newOwner(process)
  shift = 0
})
afterAll(async () => {
  await process.close()
  await receiver.close()
  await database.close()
})

/** Publishes an event, responds to its one attempt with the status, and waits until the outcome is written. */
async function attempt(id: string, status: number, by = process): Promise<void> {
  receiver.answer = (response, { body }) => {
    response.statusCode = body.triggered_by === KEY ? status : 200
    response.end()
  }
  const [event_id] = await by.publish(owner, KEY)
  await eventually(
    () => jobsIn(database, id),
    (jobs) => jobs.some((job) => job.event_id === event_id && job.attempts === 1 && job.status !== 'delivering'),
  )
}

/** Fails one attempt, and waits until the integration is recorded as failing. */
async function startFailing(id: string): Promise<void> {
  await attempt(id, 503)
  await eventually(
    () => failingSince(id),
    (found) => found !== null,
  )
}

async function stateOf(id: string, { db } = database) {
  const text = 'select enabled, disabled_reason from integrations where id = $1'
  const [row] = await query<Pick<IntegrationRow, 'enabled' | 'disabled_reason'>>(db, text, [id])
  if (row === undefined) throw new Error('The integration is gone.')
  return row
}

/** Time since which the integration is recorded as failing, else null. */
async function failingSince(id: string) {
  const text = 'select failing_since from integration_states where integration_id = $1'
  return (await query<{ failing_since: Date | null }>(database.db, text, [id]))[0]?.failing_since ?? null
}

test('disables an integration whose attempts all failed for the set time, and emits integration.updated', async () => {
  const watcher = await process.create(owner, `${receiver.url}?watcher`, ['integration.updated'])
  const { id } = await process.create(owner, receiver.url, [KEY])
  await attempt(id, 503)
  const since = await eventually(
    () => failingSince(id),
    (found) => found !== null,
  )
  await failEachPeriod(id)
  expect((await stateOf(id)).enabled).toBe(true)
  shift = DISABLE_AFTER_MS
  await attempt(id, 500)
  const { disabled_reason } = await eventually(
    () => stateOf(id),
    ({ enabled }) => !enabled,
  )
  expect(disabled_reason).toMatchObject({
    code: 'failing',
    detail: `Every attempt has failed since ${since?.toISOString()}. 6 unfinished deliveries were cancelled: a replay of what was cancelled sends them.`,
    cancelled_jobs: 6,
  })
  const received = await receiver.waitFor(({ body }) => body.triggered_by === 'integration.updated')
  expect(received.body).toMatchObject({
    integration: { id: watcher.id },
    payload: { data: { id, enabled: false, meta: { disabled: { code: 'failing' } } } },
  })
  const jobs = await eventually(
    () => jobsIn(database, id),
    (found) => found.every(isOver),
  )
  expect(jobs.map((job) => job.status)).toEqual(Array(6).fill('cancelled'))
})

/** Fails one attempt in each period but the first. */
async function failEachPeriod(id: string): Promise<void> {
  for (let period = 1; period < 5; period += 1) {
    const before = await periodsOf(id)
    shift += PERIOD_MS
    await attempt(id, 404)
    // A failure that is recorded only after the next shift would disable at once.
    await eventually(
      () => periodsOf(id),
      (periods) => periods > before,
    )
  }
}

/** Number of periods in which the integration failed, as recorded. */
async function periodsOf(id: string): Promise<number> {
  const text = 'select failing_periods from integration_states where integration_id = $1'
  return (await query<{ failing_periods: number }>(database.db, text, [id]))[0]?.failing_periods ?? 0
}

test('a failure after a quiet time does not disable an integration, and its job is retried', async () => {
  const { id } = await process.create(owner, receiver.url, [KEY])
  await attempt(id, 500)
  await eventually(
    () => failingSince(id),
    (found) => found !== null,
  )
  shift = DISABLE_AFTER_MS + 3_000
  await attempt(id, 503)
  expect((await jobsIn(database, id)).at(-1)).toMatchObject({ status: 'pending' })
  await attempt(id, 200)
  await eventually(
    () => failingSince(id),
    (found) => found === null,
  )
  expect((await stateOf(id)).enabled).toBe(true)
})

test('a job that used up its retries after the set time disables the integration', async () => {
  // A database of its own, because the process of the other tests retries only after a day.
  const own = await testDatabase()
  const patient = await openProcess(own, { ...options, env: { ...options.env, TIDINGS_RETRY_SCHEDULE: '1' } })
  try {
    const its_owner = await newOwner(patient)
    const { id } = await patient.create(its_owner, receiver.url, [KEY])
    receiver.answer = (response) => void response.writeHead(503).end()
    const publish = () => patient.publish(its_owner, KEY)
    await publish()
    const failed = (count: number) =>
      eventually(
        () => jobsIn(own, id),
        (jobs) => jobs.filter(({ status }) => status === 'failed').length === count,
      )
    await failed(1)
    expect((await stateOf(id, own)).enabled).toBe(true)
    shift = DISABLE_AFTER_MS + 3_000
    await publish()
    await failed(2)
    await eventually(
      () => stateOf(id, own),
      ({ enabled }) => !enabled,
    )
  } finally {
    await patient.close()
    await own.close()
  }
})

test('failures of our own side never count', async () => {
  const errors: unknown[] = []
  const { db } = database
  const disable = async () => {}
  const onError = (error: unknown) => errors.push(error)
  const watch = makeWatch({ db, clock: Date.now, disable_after: 60, schedule: [], disable, onRecovered() {}, onError })
  const reasons = ['proxy', 'name-server', 'shutting-down', 'refused'] as const
  const integrations = await Promise.all(reasons.map(() => process.create(owner, receiver.url, [KEY])))
  const ends = reasons.map((reason, index) => failedFor(reason, integrations[index]?.id ?? ''))
  watch.settled(ends)
  const ids = ends.map(({ job }) => job.integration_id)
  await eventually(
    () => failingSince(ids[3] ?? ''),
    (found) => found !== null,
  )
  for (const id of ids.slice(0, 3)) expect(await failingSince(id)).toBeNull()
  await watch.close()
  expect(errors).toEqual([])
})

function failedFor(no_response_reason: NoResponseReason, integration_id: string): Settlement {
  const now = Date.now()
  const job = aDueJob({ id: newId(now), integration_id })
  const log: AttemptLog = {
    ...{
      id: newId(now),
      kind: 'webhook' as const,
      started_at: now,
      succeeded: false,
      attempted: true,
      responded: false,
    },
    ...{ status_code: null, processing_time: 0, error_detail: storable('No luck.'), no_response_reason },
    ...{ request_headers: storableJson({}), response_headers: null, body: null, body_truncated: false },
  }
  return { job, next: { status: 'failed' }, log }
}

test('a success in between restarts the time', async () => {
  const { id } = await process.create(owner, receiver.url, [KEY])
  await startFailing(id)
  shift = DISABLE_AFTER_MS - 5_000
  await attempt(id, 204)
  await eventually(
    () => failingSince(id),
    (found) => found === null,
  )
  shift = DISABLE_AFTER_MS + 5_000
  await attempt(id, 503)
  const since = await eventually(
    () => failingSince(id),
    (found) => found !== null,
  )
  expect(since?.getTime()).toBeGreaterThan(Date.now() + DISABLE_AFTER_MS)
  await failEachPeriod(id)
  expect((await stateOf(id)).enabled).toBe(true)
  shift = 2 * DISABLE_AFTER_MS + 6_000
  await attempt(id, 503)
  await eventually(
    () => stateOf(id),
    ({ enabled }) => !enabled,
  )
})

test('a success in another worker restarts the time', async () => {
  const second = await openProcess(database, options)
  try {
    const { id } = await process.create(owner, receiver.url, [KEY])
    await startFailing(id)
    await failEachPeriod(id)
    await attempt(id, 200, second)
    // Leased on insert, so only the second worker attempted it.
    expect((await jobsIn(database, id)).at(-1)).toMatchObject({ status: 'succeeded', generation: 1 })
    shift = DISABLE_AFTER_MS + 1_000
    await attempt(id, 503)
    await eventually(
      () => failingSince(id),
      (found) => found === null || found.getTime() > Date.now() + DISABLE_AFTER_MS,
    )
    expect((await stateOf(id)).enabled).toBe(true)
  } finally {
    await second.close()
  }
})

test('enabling the integration restarts the time and clears the reason', async () => {
  const { id } = await process.create(owner, receiver.url, [KEY])
  await startFailing(id)
  await failEachPeriod(id)
  shift = DISABLE_AFTER_MS + 1_000
  await attempt(id, 503)
  await eventually(
    () => stateOf(id),
    ({ enabled }) => !enabled,
  )
  await process.update(owner, id, { enabled: true })
  expect(await stateOf(id)).toEqual({ enabled: true, disabled_reason: null })
  expect(await failingSince(id)).toBeNull()
  await attempt(id, 503)
  expect((await stateOf(id)).enabled).toBe(true)
})

test('an endpoint that is gone (410) is disabled at once, and its other jobs are cancelled', async () => {
  const { id } = await process.create(owner, receiver.url, [KEY])
  await attempt(id, 503)
  await attempt(id, 410)
  const { disabled_reason } = await eventually(
    () => stateOf(id),
    ({ enabled }) => !enabled,
  )
  expect(disabled_reason).toMatchObject({ code: 'gone' })
  const jobs = await eventually(
    () => jobsIn(database, id),
    (found) => found.every(isOver),
  )
  expect(jobs.map((job) => job.status)).toEqual(['cancelled', 'failed'])
})

test('a success in another process ends the failing of an integration, in either order of recording', async () => {
  const other = await openProcess(database, options)
  try {
    const { id } = await process.create(owner, receiver.url, [KEY])
    await startFailing(id)
    await attempt(id, 200, other)
    await eventually(
      () => failingSince(id),
      (found) => found === null,
    )
    // The process that recorded the failure fails again, and records it again.
    await startFailing(id)
  } finally {
    await other.close()
  }
})

test('a process that succeeds and stops clears a failure that another process recorded', async () => {
  const { id } = await process.create(owner, receiver.url, [KEY])
  const other = await openProcess(database, options)
  try {
    await startFailing(id)
    await attempt(id, 200, other)
  } finally {
    await other.close()
  }
  expect(await failingSince(id)).toBeNull()
})

test('the outcome that ended last decides, even if a failure is recorded after many others', async () => {
  const { db } = database
  const onError = (error: unknown) => expect(error).toBeUndefined()
  const watch = makeWatch({
    ...{ db, clock: Date.now, disable_after: 60, schedule: [], onError },
    ...{ disable: async () => {}, onRecovered() {} },
  })
  const others = await Promise.all(Array.from({ length: 20 }, () => process.create(owner, receiver.url, [KEY])))
  const { id } = await process.create(owner, receiver.url, [KEY])
  const failures = [...others.map((other) => other.id), id].map((failed) => failedFor('refused', failed))
  watch.settled(failures)
  const { log, ...rest } = failedFor('refused', id)
  watch.settled([{ ...rest, next: { status: 'succeeded' }, log: log && { ...log, succeeded: true } }])
  await eventually(
    () => failingSince(others.at(-1)?.id ?? ''),
    (found) => found !== null,
  )
  await watch.close()
  expect(await failingSince(id)).toBeNull()
})

test('a success that its worker could not record ends the failing of an integration', async () => {
  const { id } = await process.create(owner, receiver.url, [KEY])
  await attempt(id, 200)
  const text = 'insert into integration_states (integration_id, failing_since) values ($1, $2)'
  await query(database.db, text, [id, new Date(Date.now() - 60_000)])
  await eventually(
    () => failingSince(id),
    (found) => found === null,
  )
})
