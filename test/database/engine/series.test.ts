import { afterEach, beforeEach, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { openDatabase } from '../../../src/db/pool.ts'
import { DAY, HOUR, MINUTE } from '../../../src/kernel/duration.ts'
import type { Owner } from '../../../src/kernel/owner.ts'
import { ownerId } from '../../../src/kernel/owner.ts'
import { SeriesRecorder } from '../../../src/series/recorder.ts'
import { countAttempt } from '../../../src/series/rules/counter.ts'
import { DEPLOYMENT, readSlots } from '../../../src/series/store.ts'
import { sweepSeries } from '../../../src/series/sweep.ts'
import { eventually } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { allOver, newOwner, openProcess, type Process } from '../../support/engine/process.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'
import { openWire } from '../../support/servers/wire.ts'

const KEY = 'order.paid'
const A = '00000000-0000-7000-8000-00000000000a'
const B = '00000000-0000-7000-8000-00000000000b'
const OWNER = '00000000-0000-7000-8000-0000000000ff'

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

async function openWorker(url = database.url): Promise<Process> {
  const env = { TIDINGS_RETRY_SCHEDULE: '1' }
  const process = await openProcess({ ...database, url }, { env })
  processes.push(process)
  return process
}

const inAll = { from: 0, to: Date.now() + DAY, step_ms: 1_000 * DAY }

async function totalsOf(...subject_ids: string[]) {
  const slots = await readSlots(database.db, subject_ids, inAll)
  return Object.fromEntries(slots.map((slot) => [slot.subject_id, slot]))
}

/** Reference values from logs and jobs. */
async function truthOf(integration_id: string) {
  const [logs] = await query<{ attempts: number; succeeded: number; duration: number }>(
    database.db,
    `select count(*) as attempts, count(*) filter (where succeeded) as succeeded,
            coalesce(sum(processing_time), 0)::double precision as duration
       from logs where integration_id = $1`,
    [integration_id],
  )
  const jobs = await query<{ status: string; count: number }>(
    database.db,
    'select status, count(*) as count from jobs where integration_id = $1 group by 1',
    [integration_id],
  )
  const count = (status: string) => jobs.find((row) => row.status === status)?.count ?? 0
  return {
    ...logs,
    jobs_succeeded: count('succeeded'),
    jobs_failed: count('failed'),
    jobs_cancelled: count('cancelled'),
  }
}

/** Fails every third request. */
function failSome(): void {
  let requests = 0
  receiver.answer = (response) => {
    requests += 1
    response.statusCode = requests % 3 === 0 ? 500 : 200
    response.end()
  }
}

function publish(process: Process, owner: Owner, count: number): Promise<string[]> {
  return process.publish(owner, ...Array<string>(count).fill(KEY))
}

test('after several workers have stopped, the series match logs and jobs: per integration, per owner and in total', async () => {
  failSome()
  const workers = await Promise.all([openWorker(), openWorker()])
  const [one, other] = workers as [Process, Process]
  const owners = [await newOwner(one), await newOwner(one)]
  const integrations = await Promise.all(owners.map((owner) => one.create(owner, receiver.url, [KEY])))
  const disabled = await one.create(owners[0] as Owner, 'http://127.0.0.1:1/', [KEY])
  for (const [index, owner] of owners.entries()) {
    await publish(one, owner, 30 + index)
    await publish(other, owner, 20)
  }
  const ids = integrations.map(({ id }) => id)
  await Promise.all(ids.map((id) => allOver(database, id)))
  await one.update(owners[0] as Owner, disabled.id, { enabled: false })
  await allOver(database, disabled.id)
  await Promise.all(processes.splice(0).map((process) => process.close()))

  const all = [...ids, disabled.id]
  const owner_ids = owners.map((owner) => ownerId(owner))
  const totals = await totalsOf(...all, ...owner_ids, DEPLOYMENT)
  const truths = await Promise.all(all.map(truthOf))
  for (const [index, id] of all.entries()) {
    const { duration, ...truth } = truths[index] ?? {}
    expect(totals[id], id).toMatchObject(truth)
    expect(totals[id]?.duration).toBeCloseTo(duration ?? 0, 3)
  }
  expect(truths[0]?.attempts).toBeGreaterThan(50)
  expect(truths[0]?.succeeded).toBeLessThan(truths[0]?.attempts ?? 0)
  expect(truths[2]?.jobs_cancelled).toBeGreaterThan(0)
  const sum = (name: 'attempts' | 'jobs_cancelled') => truths.reduce((total, truth) => total + (truth[name] ?? 0), 0)
  expect(totals[DEPLOYMENT]).toMatchObject({ attempts: sum('attempts'), jobs_cancelled: sum('jobs_cancelled') })
  const eventsOf = async (owner_id: string) =>
    (await query(database.db, 'select 1 from events where owner_id = $1', [owner_id])).length
  for (const owner_id of owner_ids) expect(totals[owner_id]?.events).toBe(await eventsOf(owner_id))
  // Attempts of a log count in the same minute of the series.
  const minutes = await query<{ at: Date; attempts: number }>(
    database.db,
    'select at, attempts from series_minutes where subject_id = $1 order by at',
    [ids[0]],
  )
  expect(minutes.reduce((total, { attempts }) => total + attempts, 0)).toBe(truths[0]?.attempts)
  expect(minutes.every(({ at }) => at.getTime() % MINUTE === 0)).toBe(true)
})

test("a worker that dies loses only unwritten counts, and deliveries and other workers' counts continue", async () => {
  const wire = await openWire(database.url)
  const mortal = await openWorker(wire.url)
  const owner = await newOwner(mortal)
  const { id } = await mortal.create(owner, receiver.url, [KEY])
  await publish(mortal, owner, 20)
  await allOver(database, id)
  wire.cut()
  const survivor = await openWorker()
  await publish(survivor, owner, 30)
  await allOver(database, id)
  await processes.pop()?.close()

  expect(await truthOf(id)).toMatchObject({ attempts: 50, jobs_succeeded: 50 })
  const counted = (await totalsOf(id))[id]?.attempts ?? 0
  expect(counted === 30 || counted === 50).toBe(true)
  await processes.pop()?.close()
  await wire.close()
})

test('unwritable counts are buffered up to a limit and written when the database is back, without delaying deliveries', async () => {
  const wire = await openWire(database.url)
  const db = openDatabase({ url: wire.url, connections: 1, onError: () => {} })
  const dropped: number[] = []
  const recorder = new SeriesRecorder({ db, onDropped: (counters) => dropped.push(counters), onError: () => {} })
  const now = Date.now()
  recorder.integration(A, OWNER, now).attempts += 7
  wire.cut()
  await expect(recorder.flush()).rejects.toThrow()
  recorder.integration(A, OWNER, now).attempts += 1
  for (let minute = 0; minute < 40_000; minute += 1) recorder.integration(B, OWNER, now + minute * MINUTE).attempts += 1
  expect(recorder.kept()).toBe(30_000)
  wire.mend()
  await eventually(
    () =>
      recorder.flush().then(
        () => true,
        () => false,
      ),
    (isWritten) => isWritten,
  )
  expect(dropped.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(10_000)
  expect((await totalsOf(A))[A]?.attempts).toBe(8)
  await recorder.close()
  await db.close()
  await wire.close()
})

test('minutes are rolled up into hours without loss or double counting, and old hours are deleted', async () => {
  const recorder = new SeriesRecorder({ db: database.db, onDropped: () => {}, onError: () => {} })
  const now = Math.floor(Date.now() / HOUR) * HOUR + 30 * MINUTE
  const retention = { minute_days: 1, hour_days: 3 }
  const ages = [0, 1, 59, 24 * 60 - 1, 24 * 60 + 29, 24 * 60 + 30, 24 * 60 + 31, 30 * 60, 3 * 24 * 60 - 60, 4 * 24 * 60]
  for (const [index, age] of ages.entries()) {
    const attempted = { succeeded: true, duration: 2 ** -index, latency: 0.01 }
    for (const id of [A, B]) countAttempt(recorder.integration(id, OWNER, now - age * MINUTE), attempted)
  }
  await recorder.flush()
  const live = new AbortController().signal
  const before = await totalsOf(A, B, OWNER, DEPLOYMENT)
  await sweepSeries({ db: database.db, retention: { ...retention, hour_days: 100 } }, now, live)
  expect(await totalsOf(A, B, OWNER, DEPLOYMENT)).toEqual(before)
  // A late attempt is added to its hour.
  countAttempt(recorder.integration(A, OWNER, now - 30 * HOUR), { succeeded: false, duration: 2, latency: null })
  await recorder.flush()
  await Promise.all([1, 2].map(() => sweepSeries({ db: database.db, retention }, now, live)))
  const after = await totalsOf(A, B)
  expect(after[A]).toMatchObject({ attempts: ages.length, succeeded: ages.length - 1 })
  expect(after[B]).toMatchObject({ attempts: ages.length - 1 })
  const hours = await query<{ at: Date }>(database.db, 'select at from series_hours', [])
  expect(hours.length > 0 && hours.every(({ at }) => at.getTime() % HOUR === 0)).toBe(true)
  const [minutes] = await query<{ oldest: Date }>(database.db, 'select min(at) as oldest from series_minutes', [])
  expect(minutes?.oldest.getTime()).toBeGreaterThanOrEqual(now - DAY - 30 * MINUTE)
  await recorder.close()
})
