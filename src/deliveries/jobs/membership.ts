import { type Database, query, type Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import type { Rows } from '../../db/rows.ts'
import { transact } from '../../db/transaction.ts'
import type { StreamFilter } from '../rules/stream-filter.ts'
import { ATTEMPTS, type Attempts, freed } from './claim.ts'
import { releaseInsertLeases, sweepInsertLeases } from './insert-leases.ts'
import { DEAD_AFTER_MS } from './lease.ts'

/** State of one integration in one worker. */
export type LaneState = {
  cap: number
  in_flight: number
  waiting: number
  failures: number
  probing: boolean
  /** True if jobs wait for the rate limit of the integration. */
  limited: boolean
}

/** A stream with a connected reader. */
export type OpenStream = { id: string; owner_id: string; filter: StreamFilter }

/** Registers this process as a worker and returns its number, new for every start. */
export async function registerWorker(db: Database): Promise<number> {
  const rows = await query<{ id: number }>(
    db,
    `insert into workers (started_at, heartbeat_at) values (now(), now()) returning id`,
    [],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The worker could not be registered.')
  return id
}

/** A stream is over if its process has not confirmed it for this long. */
const FORGOTTEN_AFTER_SECONDS = 6

/** JSON of the open streams, read along with a heartbeat. */
const OPEN_STREAMS = `(select json_agg(json_build_object('id', id, 'owner_id', owner_id, 'filter', filter))
   from delivery_streams where seen_at > now() - interval '${FORGOTTEN_AFTER_SECONDS} seconds')`

const IS_DEAD = `heartbeat_at < now() - $1 * interval '1 millisecond'`
const BEAT = prepared(`update workers set heartbeat_at = now(), lanes = $2, unsettled_seconds = $4 where workers.id = $3
  returning ${OPEN_STREAMS} as streams, exists (select from workers where id <> $3 and ${IS_DEAD}) as any_dead`)

/** Open delivery streams; `any_dead` is true if the heartbeat of another worker has expired. */
export type Beaten = { streams: readonly OpenStream[]; any_dead: boolean }

/** State that a worker reports with a heartbeat. `unsettled_seconds`: time for which it has been unable to write attempts. */
export type Beat = { lanes: Record<string, LaneState>; unsettled_seconds: number | null }

/**
 * Writes the heartbeat by the database's clock, and the state of the worker. Returns null if the worker has been declared dead.
 */
export async function beat(
  db: Database,
  worker_id: number,
  { lanes, unsettled_seconds }: Beat,
): Promise<Beaten | null> {
  const [row] = await query<{ streams: OpenStream[] | null; any_dead: boolean }>(db, BEAT, [
    DEAD_AFTER_MS,
    JSON.stringify(lanes),
    worker_id,
    unsettled_seconds,
  ])
  return row === undefined ? null : { ...row, streams: row.streams ?? [] }
}

/** Number of dead workers and freed leases, and the integrations that now have due jobs. */
export type Swept = { workers: number; leases: number; integration_ids: string[] }

export async function sweepDead(db: Database): Promise<Swept> {
  return transact(db, async (tx) => {
    const text = `select id from workers where ${IS_DEAD} for update skip locked`
    const dead = (await query<{ id: number }>(tx, text, [DEAD_AFTER_MS])).map(({ id }) => id)
    if (dead.length === 0) return NOTHING
    const entries = await query<SweptWorker>(
      tx,
      'select id, started_at, heartbeat_at from workers where id = any($1)',
      [dead],
    )
    const integration_ids = await freeAll(tx, dead, 'unknown')
    await recordSweep(tx, entries, integration_ids.length)
    return { workers: dead.length, leases: integration_ids.length, integration_ids: [...new Set(integration_ids)] }
  })
}

type SweptWorker = Pick<Rows['workers'], 'id' | 'started_at' | 'heartbeat_at'>

/** Records a sweep for operators, and deletes records older than the retention of the series. */
async function recordSweep(tx: Transaction, workers: readonly SweptWorker[], leases: number): Promise<void> {
  await query(tx, `delete from worker_sweeps where swept_at < now() - interval '90 days'`, [])
  await query(
    tx,
    `insert into worker_sweeps (worker_id, started_at, heartbeat_at, swept_at, leases)
     select id, started_at, heartbeat_at, now(), $4
       from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as n(id, started_at, heartbeat_at)`,
    [
      workers.map(({ id }) => id),
      workers.map(({ started_at }) => started_at),
      workers.map(({ heartbeat_at }) => heartbeat_at),
      leases,
    ],
  )
}

const NOTHING: Swept = { workers: 0, leases: 0, integration_ids: [] }

/** Unregisters the worker; jobs that are still leased to it are free at once. */
export async function unregisterWorker(db: Database, worker_id: number, made: Attempts): Promise<void> {
  await transact(db, (tx) => freeAll(tx, [worker_id], made))
}

/** Deletes the workers, so that they get no more leases, and frees their leases. Returns the integration of each freed job. */
async function freeAll(tx: Transaction, worker_ids: readonly number[], made: Attempts): Promise<string[]> {
  await query(tx, 'delete from workers where id = any($1)', [worker_ids])
  const claimed = await query<{ integration_id: string }>(
    tx,
    `update jobs set ${freed('now()')}, attempts = ${ATTEMPTS[made]}
      where lease_until is not null and worker_id = any($1) returning integration_id`,
    [worker_ids],
  )
  return [...claimed.map(({ integration_id }) => integration_id), ...(await releaseInsertLeases(tx, worker_ids, made))]
}

/** Frees expired leases, which a live worker has lost track of. Returns their number. */
export async function freeExpired(db: Database, now: number): Promise<number> {
  const claimed = await query(
    db,
    `update jobs set ${freed('$1')} where lease_until <= $1 and status = 'delivering' returning 1`,
    [new Date(now)],
  )
  return claimed.length + (await sweepInsertLeases(db))
}
