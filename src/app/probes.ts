import type { Logger } from 'pino'
import { missingMigrations } from '../db/migrate.ts'
import { readPartitionFigures } from '../db/partitions.ts'
import { query } from '../db/pool.ts'
import type { Database } from '../db/tables.ts'
import { isReadOnly, isUnreachable } from '../db/unreachable.ts'
import { DEAD_AFTER } from '../deliveries/jobs/lease.ts'
import type { WorkerState } from '../deliveries/telemetry.ts'
import type { TransportState } from '../deliveries/transport/telemetry.ts'
import { readDue, readUnfinished, readWorkforce } from '../deliveries/watch/figures.ts'
import type { Snapshot } from '../integrations/snapshot.ts'
import type { Clock } from '../kernel/clock.ts'
import type { DatabaseFigures } from '../metrics/database.ts'
import { type Check, type Finding, lookAt, type Readiness } from '../operations/readiness.ts'
import { recently } from './recently.ts'

/** Milliseconds that a statement for figures may take. */
const STATEMENT_PATIENCE = 1_000
const FIGURES_GOOD_FOR = 5_000
const FINDINGS_GOOD_FOR = 500
/** A snapshot is confirmed every second at least; one this old may miss integrations of whole minutes. */
const SNAPSHOT_STALE = 5_000

/** How the database stands, five seconds old at most; null when it does not answer. */
export function watchFigures(db: Database, clock: Clock, log: Logger): () => Promise<DatabaseFigures | null> {
  return recently(FIGURES_GOOD_FOR, () =>
    readFigures(db, clock, log).catch((error) => {
      log.warn(error, 'the database tells no figures')
      return null
    }),
  )
}

/** Rejects when the database does not answer. */
async function readFigures(db: Database, clock: Clock, log: Logger): Promise<DatabaseFigures> {
  const read = <T>(work: (tx: Database) => Promise<T>) => briefly(db, work, log)
  return {
    unfinished: await read(readUnfinished),
    due: await read((tx) => readDue(tx, clock())),
    workforce: await read(readWorkforce),
    partitions: await read(readPartitionFigures),
  }
}

/** Figures are not worth weighing on the database: what takes long is given up, and null. */
async function briefly<T>(db: Database, work: (tx: Database) => Promise<T>, log: Logger): Promise<T | null> {
  try {
    return await db.transaction().execute(async (tx) => {
      // Without statistics a day's whole partition may look as cheap as the index of its unfinished jobs.
      await query(tx, `set local statement_timeout = ${STATEMENT_PATIENCE}; set local enable_seqscan = off`, [])
      return work(tx)
    })
  } catch (error) {
    if (isUnreachable(error)) throw error
    log.warn(error, 'a figure took too long')
    return null
  }
}

type Watched = {
  db: Database
  clock: Clock
  snapshot: Pick<Snapshot, 'confirmedAt'>
  worker: () => WorkerState | null
  transport: () => TransportState | null
}

/** Whether the process can do its work; in one that does not deliver nothing is said of a worker. */
export function watchReadiness({ db, clock, snapshot, worker, transport }: Watched): () => Promise<Readiness> {
  const isOld = (time: number, bound: number) => clock() - time >= bound
  const always: Check[] = [
    {
      name: 'database',
      find: () => takesWrites(db),
      otherwise: 'The database does not answer.',
    },
    {
      name: 'migrations',
      find: async () => ((await missingMigrations(db)).length === 0 ? FOUND : missing('Migrations have not run.')),
      otherwise: 'Whether all migrations have run is not known.',
    },
    {
      name: 'snapshot',
      find: () => (isOld(snapshot.confirmedAt(), SNAPSHOT_STALE) ? missing('The integrations known are old.') : FOUND),
      otherwise: 'The integrations are not known.',
    },
  ]
  const heart = (state: WorkerState): Check => ({
    name: 'worker',
    find: () => (isOld(state.beaten_at, DEAD_AFTER) ? missing('The heart of the worker has stopped.') : FOUND),
    otherwise: 'The worker is not known.',
  })
  return recently(FINDINGS_GOOD_FOR, () => {
    const state = worker()
    const broker = transport()
    return lookAt([...always, ...(state === null ? [] : [heart(state)]), ...(broker === null ? [] : [reached(broker)])])
  })
}

/** Asked with a write of nothing: it fails on a standby, and where transactions are read-only. */
async function takesWrites(db: Database): Promise<Finding> {
  try {
    await query(db, 'delete from workers where false', [])
    return FOUND
  } catch (error) {
    if (isReadOnly(error)) return missing('The database takes no writes: it is read-only.')
    throw error
  }
}

/** Nothing that is promised depends on the broker. */
function reached({ down }: TransportState): Check {
  const away = 'RabbitMQ is away: new deliveries are found through PostgreSQL.'
  return { name: 'transport', find: () => (down > 0 ? { ok: true, detail: away } : FOUND), otherwise: away }
}

const FOUND: Finding = { ok: true }

function missing(detail: string): Finding {
  return { ok: false, detail }
}
