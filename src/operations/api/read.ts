import { type OwnerNames, selectOwnerNames } from '../../access/store.ts'
import { readWithin } from '../../db/cheap.ts'
import type { Database } from '../../db/database.ts'
import { listPartitions, type Retention, readDatabaseBytes } from '../../db/partitions/partitions.ts'
import type { Reader, ReaderState } from '../../db/reading/reader.ts'
import { readReplication } from '../../db/replication/replication.ts'
import { readBusiest, readDue, readUnfinished, readWorkforce } from '../../deliveries/jobs/metrics.ts'
import { listSweeps, listWorkers } from '../../deliveries/jobs/workers.ts'
import type { TransportState } from '../../deliveries/transport/telemetry.ts'
import { type Clock, isoTime } from '../../kernel/clock.ts'
import { DAY, MINUTE } from '../../kernel/duration.ts'
import { quantileOf } from '../../series/rules/histogram.ts'
import { DEPLOYMENT, readSlots } from '../../series/store.ts'
import type { OperationsResource, PartitionResource, TransportResource, WorkerResource } from './resources.ts'

export type OperationsDeps = {
  db: Database
  clock: Clock
  backlog: { limit: number; refused(): string[] }
  retention: Retention
  /** Null for the number that the server requires. */
  standbys_required: number | null
  reader: Pick<Reader, 'state'>
  transport: { state(): TransportState | null; queued(): Promise<number | null> }
  /** Reports a statement that failed or timed out. */
  onFailed: (error: unknown) => void
}

/** Timeout of each part, so that operators do not burden a busy database. */
const STATEMENT_TIMEOUT_MS = 1_000
const MAX_STORES = 50
const LATENCY_MINUTES = 15

export async function readOperations(deps: OperationsDeps): Promise<OperationsResource> {
  const { db, clock, backlog, retention, standbys_required, onFailed } = deps
  const now = clock()
  const read = <T>(work: (tx: Database) => Promise<T>) => readWithin(db, STATEMENT_TIMEOUT_MS, work, onFailed)
  const due = await read((tx) => readDue(tx, now))
  const unfinished = await read(readUnfinished)
  const workforce = await read(readWorkforce)
  const busiest = await read((tx) => readBusiest(tx, now, MAX_STORES))
  const refused = backlog.refused()
  const names = await read((tx) => selectOwnerNames(tx, [...refused, ...(busiest ?? []).map((row) => row.owner_id)]))
  const named = namesIn(names ?? [])
  const dueOf = ({ jobs, since }: { jobs: number; since: number | null }) => ({ jobs, due_since: momentOf(since) })
  return {
    id: 'deployment',
    type: 'operations',
    read_at: isoTime(now),
    due: due && {
      working: dueOf(due.working),
      failing: dueOf(due.failing),
      limited: dueOf(due.limited),
      at_least: due.at_least,
    },
    unfinished: unfinished && { jobs: unfinished.jobs, oldest_created_at: momentOf(unfinished.oldest_at) },
    workers: workforce && { alive: workforce.workers, replays_running: workforce.replays_running },
    latency: await readLatency(db, now),
    backlog: {
      limit: backlog.limit,
      setting: 'TIDINGS_BACKLOG_LIMIT',
      refused: refused.flatMap((id) =>
        named(id, { reason: `At least ${backlog.limit} deliveries wait for a worker.` }),
      ),
    },
    busiest:
      busiest?.flatMap(({ owner_id, since, ...counts }) =>
        named(owner_id, { due: counts, due_since: since.toISOString() }),
      ) ?? null,
    database: await read((tx) => readSize(tx, retention.events)),
    synchronous_standbys: await read((tx) => readStandbys(tx, standbys_required)),
    read_standby: presentReader(deps.reader.state()),
  }
}

function namesIn(names: readonly OwnerNames[]) {
  const byOwner = new Map(names.map((name) => [name.owner_id, name]))
  return <More extends object>(owner_id: string, more: More) => {
    const found = byOwner.get(owner_id)
    if (found === undefined) return []
    const { organization_id, organization, store_id, store } = found
    return [
      {
        organization: { id: organization_id, name: organization },
        store: store_id === null ? null : { id: store_id, name: store ?? '' },
        ...more,
      },
    ]
  }
}

async function readLatency(db: Database, now: number): Promise<OperationsResource['latency']> {
  const minutes = LATENCY_MINUTES
  const [slot] = await readSlots(db, [DEPLOYMENT], { from: now - minutes * MINUTE, to: now, step_ms: DAY })
  const quantile = (share: number) => quantileOf(slot?.latencies ?? [], share)
  return { minutes, p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) }
}

async function readSize(db: Database, retention_days: number): Promise<OperationsResource['database']> {
  const partitions = await listPartitions(db)
  return {
    bytes: await readDatabaseBytes(db),
    partitions: partitions.length,
    partition_bytes: partitions.reduce((sum, { bytes }) => sum + bytes, 0),
    retention_days,
    setting: 'TIDINGS_RETENTION_DAYS',
  }
}

async function readStandbys(
  db: Database,
  standbys_required: number | null,
): Promise<OperationsResource['synchronous_standbys']> {
  const { standbys, required } = await readReplication(db, standbys_required)
  return { connected: standbys, required, setting: 'TIDINGS_SYNCHRONOUS_STANDBYS' }
}

function presentReader(state: ReaderState | null): OperationsResource['read_standby'] {
  if (state === null) return null
  const { lag_ms, reads } = state
  return { lag: lag_ms === null ? null : lag_ms / 1000, reads, setting: 'DATABASE_READ_URL' }
}

export async function readWorkers({ db }: Pick<OperationsDeps, 'db'>) {
  const [workers, sweeps] = [await listWorkers(db), await listSweeps(db)]
  return {
    workers: workers.map(
      ({ id, is_alive, started_at, heartbeat_at, in_flight, waiting, integrations, probing }): WorkerResource => ({
        id: String(id),
        type: 'worker',
        state: is_alive ? 'alive' : 'expired',
        started_at: started_at.toISOString(),
        heartbeat_at: heartbeat_at.toISOString(),
        jobs: { in_flight, waiting },
        integrations: { busy: integrations, probing },
      }),
    ),
    swept: sweeps.map(({ worker_id, started_at, heartbeat_at, swept_at, leases }) => ({
      worker_id: String(worker_id),
      started_at: started_at.toISOString(),
      heartbeat_at: heartbeat_at.toISOString(),
      swept_at: swept_at.toISOString(),
      leases,
    })),
  }
}

export async function readPartitions({
  db,
  retention,
}: Pick<OperationsDeps, 'db' | 'retention'>): Promise<PartitionResource[]> {
  const partitions = await listPartitions(db)
  return partitions.map(({ name, table, from, until, state, row_estimate, bytes }) => ({
    id: name,
    type: 'partition',
    table,
    day: isoTime(from).slice(0, 'YYYY-MM-DD'.length),
    state,
    row_estimate,
    bytes,
    dropped_at: isoTime(until + retention[table] * DAY),
  }))
}

export async function readTransport({ transport }: Pick<OperationsDeps, 'transport'>): Promise<TransportResource> {
  const state = transport.state()
  return {
    id: 'transport',
    type: 'transport',
    kind: state === null ? 'postgresql' : 'rabbitmq',
    connections: state ?? { up: 0, down: 0 },
    queued: await transport.queued(),
    setting: 'TRANSPORT_URL',
  }
}

function momentOf(time: number | null): string | null {
  return time === null ? null : isoTime(time)
}
