import type { Logger } from 'pino'
import { expectWritable, readWithin } from '../../db/cheap.ts'
import type { Database } from '../../db/database.ts'
import { missingMigrations } from '../../db/migrate.ts'
import { type Retention, readPartitionMetrics } from '../../db/partitions/partitions.ts'
import { readReplication } from '../../db/replication/replication.ts'
import { isReadOnly } from '../../db/unreachable.ts'
import { DEAD_AFTER_MS, UNSETTLED_ALARM_MS } from '../../deliveries/jobs/lease.ts'
import { readDue, readUnfinished, readWorkforce } from '../../deliveries/jobs/metrics.ts'
import type { WorkerState } from '../../deliveries/telemetry.ts'
import type { TransportState } from '../../deliveries/transport/telemetry.ts'
import type { Snapshot } from '../../integrations/snapshot.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/duration.ts'
import type { DatabaseMetrics } from '../../metrics/database.ts'
import { type Check, type Finding, type Readiness, runChecks } from '../../operations/readiness.ts'
import { cached } from '../cached.ts'

const STATEMENT_TIMEOUT_MS = 1_000
const METRICS_TTL_MS = 5_000
const READINESS_TTL_MS = 500
/** A snapshot is confirmed at least once per second; an older snapshot may lack recent integrations. */
const STALE_AFTER_MS = 5_000

type DatabaseSources = { db: Database; clock: Clock; standbys_required: number | null; retention: Retention }

/** Returns the metrics in the database, at most five seconds old; null if it does not respond. */
export function cachedDatabaseMetrics(sources: DatabaseSources, log: Logger): () => Promise<DatabaseMetrics | null> {
  return cached(METRICS_TTL_MS, () =>
    readDatabaseMetrics(sources, log).catch((error) => {
      log.warn(error, 'reading metrics from the database failed')
      return null
    }),
  )
}

/** Rejects if the database is unreachable. */
async function readDatabaseMetrics(
  { db, clock, standbys_required, retention }: DatabaseSources,
  log: Logger,
): Promise<DatabaseMetrics> {
  const onFailed = (error: unknown) => log.warn(error, 'a metrics statement failed or timed out')
  const read = <T>(work: (tx: Database) => Promise<T>) => readWithin(db, STATEMENT_TIMEOUT_MS, work, onFailed)
  return {
    unfinished: await read(readUnfinished),
    due: await read((tx) => readDue(tx, clock())),
    workforce: await read(readWorkforce),
    partitions: await read((tx) => readPartitionMetrics(tx, clock(), retention)),
    replication: await read((tx) => readReplication(tx, standbys_required)),
  }
}

type Watched = {
  db: Database
  clock: Clock
  snapshot: Pick<Snapshot, 'confirmedAt'>
  worker: () => WorkerState | null
  transport: () => TransportState | null
}

/** Returns the readiness of the process; includes the worker only in a process that delivers. */
export function watchReadiness({ db, clock, snapshot, worker, transport }: Watched): () => Promise<Readiness> {
  const isOlder = (time: number, max_age: number) => clock() - time >= max_age
  const always: Check[] = [
    {
      name: 'database',
      find: () => acceptsWrites(db),
      otherwise: 'The database does not respond.',
    },
    {
      name: 'migrations',
      find: async () => ((await missingMigrations(db)).length === 0 ? FOUND : missing('Migrations have not run.')),
      otherwise: 'Checking the migrations failed.',
    },
    {
      name: 'snapshot',
      find: () =>
        isOlder(snapshot.confirmedAt(), STALE_AFTER_MS) ? missing('The integration snapshot is stale.') : FOUND,
      otherwise: 'The integration snapshot is not loaded.',
    },
  ]
  const heartbeat = (state: WorkerState): Check => ({
    name: 'worker',
    find: () => {
      if (isOlder(state.heartbeat_at, DEAD_AFTER_MS)) return missing('The heartbeat of the worker has expired.')
      return state.unsettled_for_ms < UNSETTLED_ALARM_MS ? FOUND : missing(unsettled(state))
    },
    otherwise: 'The state of the worker is unknown.',
  })
  return cached(READINESS_TTL_MS, () => {
    const state = worker()
    const broker = transport()
    return runChecks([
      ...always,
      ...(state === null ? [] : [heartbeat(state)]),
      ...(broker === null ? [] : [brokerCheck(broker)]),
    ])
  })
}

async function acceptsWrites(db: Database): Promise<Finding> {
  try {
    await expectWritable(db)
    return FOUND
  } catch (error) {
    if (isReadOnly(error)) return missing('The database is read-only.')
    throw error
  }
}

function unsettled({ unsettled_for_ms }: WorkerState): string {
  const seconds = Math.round(unsettled_for_ms / SECOND)
  return `Attempts could not be written for ${seconds} seconds, so no others start. The log says why.`
}

/** A process without the broker is ready, because deliveries do not depend on it. */
function brokerCheck({ down }: TransportState): Check {
  const detail = 'RabbitMQ is unreachable. Workers find new deliveries through PostgreSQL.'
  return { name: 'transport', find: () => (down > 0 ? { ok: true, detail } : FOUND), otherwise: detail }
}

const FOUND: Finding = { ok: true }

function missing(detail: string): Finding {
  return { ok: false, detail }
}
