import { type Database, query, type Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import type { Rows } from '../../db/rows.ts'
import { transact } from '../../db/transaction.ts'
import type { StreamFilter } from '../rules/stream-filter.ts'
import { ATTEMPTS, type Attempts, freed } from './claim.ts'
import { releaseInsertLeases, sweepInsertLeases } from './insert-leases.ts'
import { DEAD_AFTER_MS } from './lease.ts'

/** How a worker treats one integration at the moment. */
export type LaneState = {
  cap: number
  in_flight: number
  waiting: number
  failures: number
  probing: boolean
  /** Whether jobs wait for its rate limit. */
  limited: boolean
}

/** A stream that is read, as workers see it. */
export type OpenStream = { id: string; owner_id: string; filter: StreamFilter }

/** Registers this process as a worker and returns its number, new for every start. */
export async function enterWorker(db: Database): Promise<number> {
  const rows = await query<{ id: number }>(
    db,
    `insert into workers (started_at, heartbeat_at) values (now(), now()) returning id`,
    [],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The worker could not be registered.')
  return id
}

/** A stream that its process has not confirmed for this long is over. */
const FORGOTTEN_AFTER_SECONDS = 6

/** Streams as JSON, for the statement of a heartbeat. */
const OPEN_STREAMS = `(select json_agg(json_build_object('id', id, 'owner_id', owner_id, 'filter', filter))
   from delivery_streams where seen_at > now() - interval '${FORGOTTEN_AFTER_SECONDS} seconds')`

const IS_DEAD = `heartbeat_at < now() - $1 * interval '1 millisecond'`
const BEAT = prepared(`update workers set heartbeat_at = now(), lanes = $2, unsettled_seconds = $4 where workers.id = $3
  returning ${OPEN_STREAMS} as streams, exists (select from workers where id <> $3 and ${IS_DEAD}) as any_dead`)

/** The streams of deliveries that are read, and whether the heartbeat of a worker has expired. */
export type Beaten = { streams: readonly OpenStream[]; any_dead: boolean }

/** What a worker says of itself with a heartbeat. `unsettled_seconds`: it could not write attempts for so long. */
export type Beat = { lanes: Record<string, LaneState>; unsettled_seconds: number | null }

/**
 * Writes the heartbeat by the database's clock, and the state of the worker. Null when the worker has been declared
 * dead meanwhile.
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

/** Dead workers, freed leases, and the integrations that now have jobs due. */
export type Swept = { workers: number; leases: number; integration_ids: string[] }

/** Frees the leases of workers whose heartbeat has expired. */
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

/** For operators; what is older than the series is deleted on the way. */
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

/** Unregisters the worker: jobs that are still leased to it are free at once. */
export async function leaveWorker(db: Database, worker_id: number, made: Attempts): Promise<void> {
  await transact(db, (tx) => freeAll(tx, [worker_id], made))
}

/** Deletes the workers, so that they get no more leases, and frees those that they have; the integrations, one for each. */
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

/** Frees expired leases: a living worker no longer knows of them. Returns how many. */
export async function freeExpired(db: Database, now: number): Promise<number> {
  const claimed = await query(
    db,
    `update jobs set ${freed('$1')} where lease_until <= $1 and status = 'delivering' returning 1`,
    [new Date(now)],
  )
  return claimed.length + (await sweepInsertLeases(db))
}
