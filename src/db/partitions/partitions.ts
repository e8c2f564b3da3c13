import { DAY, HOUR } from '../../kernel/duration.ts'
import { lowestIdAt } from '../../kernel/ids.ts'
import { excludesBackups } from '../backup-lock.ts'
import { type Database, type Executor, oneAtATime, query } from '../database.ts'
import type { Rows } from '../rows.ts'
import {
  beginningAt,
  dayAt,
  PARTITION_NAMES,
  PARTITIONED,
  type Part,
  type Partitioned,
  partitionOf,
  partOf,
  type Width,
} from './partition-names.ts'
import { idsOf, noteWidths } from './present-partitions.ts'

/**
 * Events, logs and audit entries are append-only: vacuuming them as they grow took 7 % of a busy machine and freed
 * nothing. One vacuum freezes a day when its transaction ids are old, unless retention drops it first. Dead rows of
 * jobs are cleared early, because claims would have to skip them.
 */
const STORAGE: Readonly<Record<Partitioned, string>> = {
  events: 'autovacuum_vacuum_insert_threshold = -1',
  jobs: 'fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02',
  logs: 'autovacuum_vacuum_insert_threshold = -1',
  audit_entries: 'autovacuum_vacuum_insert_threshold = -1',
}

/** Retention per table, in days. */
export type Retention = Readonly<Record<Partitioned, number>>

/** Events, jobs and logs have the same retention, because they refer to each other. */
export function retentionOf({ days, audit_days }: { days: number; audit_days: number }): Retention {
  return { events: days, jobs: days, logs: days, audit_entries: audit_days }
}

const BACK_MS: Readonly<Record<Width, number>> = { day: DAY, hour: 2 * HOUR }
const AHEAD_MS: Readonly<Record<Width, number>> = { day: 7 * DAY, hour: 2 * DAY }

/**
 * Creates missing partitions from a little while ago to some days ahead. Existing partitions keep their width; a new
 * width applies after them. Several processes may run this at once.
 */
export async function createPartitions(db: Database, now: number, width: Width = 'day'): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPartitions(tx)
    const present = new Set((await presentPartitions(tx)).map((partition) => partition.name))
    for (const table of PARTITIONED) {
      for (const part of missingParts(table, present, now, table === 'audit_entries' ? 'day' : width))
        await makePartition(tx, part)
    }
  })
}

function missingParts(table: Partitioned, present: ReadonlySet<string>, now: number, width: Width): Part[] {
  const parts: Part[] = []
  const until = now + AHEAD_MS[width]
  for (let day = dayAt(now - BACK_MS[width]); day <= until; day += DAY) {
    if (present.has(partitionOf(table, day))) continue
    const hours = Array.from({ length: DAY / HOUR }, (_, hour) => partitionOf(table, day + hour * HOUR, 'hour'))
    const isInHours = width === 'hour' || hours.some((name) => present.has(name))
    // Days that began with hourly partitions also end with hourly partitions.
    const end = width === 'hour' ? until : day + DAY
    for (const name of isInHours ? hours : [partitionOf(table, day)]) {
      const part = partOf(name)
      if (part === null || present.has(name) || part.from > end) continue
      if (!isInHours || part.from >= beginningAt(now - BACK_MS.hour, 'hour')) parts.push(part)
    }
  }
  return parts
}

/** Creates the partitions with these names, such as `jobs_20261120`, in an open transaction. */
export async function createPartitionsNamed(tx: Executor, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const part = partOf(name)
    if (part === null) throw new Error(`${name} is not the name of a partition.`)
    await makePartition(tx, part)
  }
}

export type DropOptions = {
  signal?: AbortSignal
  /** Called right before a partition is dropped. False keeps the partition until the next run. */
  mayDrop?: (part: Part) => Promise<boolean>
}

/**
 * Drops partitions that are entirely older than the retention, and deletes the keys of their events. Detaching takes no
 * lock that blocks readers or writers; a detach that a crash interrupted is completed. Needs two connections, since one
 * holds a lock against other processes. Stops early when the signal aborts, and does nothing while a backup runs.
 * Returns the names of the dropped partitions.
 */
export async function dropPartitions(
  db: Database,
  now: number,
  retention: Retention,
  options: DropOptions = {},
): Promise<string[]> {
  const oneByOne = dropping.get(db) ?? oneAtATime()
  dropping.set(db, oneByOne)
  return oneByOne(() => dropAll(db, now, retention, options))
}

/** Two runs in a small pool would each hold a connection and wait for the other's second one: a deadlock. */
const dropping = new WeakMap<Database, ReturnType<typeof oneAtATime>>()

async function dropAll(
  db: Database,
  now: number,
  retention: Retention,
  { signal, mayDrop = async () => true }: DropOptions,
): Promise<string[]> {
  return db.transaction(async (guard) => {
    await lockPartitions(guard)
    if (!(await excludesBackups(guard))) return []
    const old = await expiredPartitions(db, now, retention)
    // A table can detach only one partition at a time, so interrupted detaches go first.
    old.sort((one, other) => Number(other.state === 'detaching') - Number(one.state === 'detaching'))
    const dropped: string[] = []
    for (const partition of old) {
      if (signal?.aborted) return dropped
      if (!(await mayDrop(partition))) continue
      await dropPartition(db, partition)
      dropped.push(partition.name)
    }
    const droppedEvents = old.filter(({ name, table }) => table === 'events' && dropped.includes(name))
    if (droppedEvents.length > 0)
      await forgetKeys(db, lowestIdAt(Math.max(...droppedEvents.map(({ until }) => until))), signal)
    return dropped
  })
}

/** Partitions that are entirely older than the retention, oldest first. */
export async function expiredPartitions(db: Database, now: number, retention: Retention): Promise<Partition[]> {
  const expired = (await presentPartitions(db)).filter((partition) => isExpired(partition, now, retention))
  return expired.toSorted((one, other) => one.from - other.from || (one.name < other.name ? -1 : 1))
}

export type Partition = Part & { state: 'attached' | 'detaching' | 'detached'; row_estimate: number }

async function dropPartition(db: Database, { name, table, state, row_estimate }: Partition): Promise<void> {
  if (state === 'attached') await query(db, `alter table ${table} detach partition ${name} concurrently`, [])
  if (state === 'detaching') await query(db, `alter table ${table} detach partition ${name} finalize`, [])
  await query(db, `drop table ${name}`, [])
  await query(db, `insert into partition_changes (name, change, row_estimate) values ($1, 'dropped', $2)`, [
    name,
    row_estimate,
  ])
}

export function lockPartitions(tx: Database): Promise<unknown> {
  return query(tx, `select pg_advisory_xact_lock(hashtext('tidings.partitions'))`, [])
}

/**
 * The number of a table's partitions and their range in milliseconds since the epoch, 0 without partitions. Restored
 * partitions do not count as expired.
 */
export type PartitionMetrics = {
  table: Partitioned
  count: number
  expired: number
  oldest_at: number
  ends_at: number
}

export async function readPartitionMetrics(
  db: Database,
  now: number,
  retention: Retention,
): Promise<PartitionMetrics[]> {
  const present = await presentPartitions(db)
  const restored = await restoredPartitions(db)
  return PARTITIONED.map((table) => {
    const parts = present.filter((part) => part.table === table)
    const own = parts.filter(({ name }) => !restored.has(name))
    const expired = own.filter((part) => isExpired(part, now, retention)).length
    if (own.length === 0) return { table, count: parts.length, expired, oldest_at: 0, ends_at: 0 }
    const oldest_at = Math.min(...own.map(({ from }) => from))
    return { table, count: parts.length, expired, oldest_at, ends_at: Math.max(...own.map(({ until }) => until)) }
  })
}

/** Partitions restored from the archive, with the end of their retention. */
export async function restoredPartitions(db: Database): Promise<Map<string, Date>> {
  const text = 'select name, kept_until from archived_partitions where kept_until is not null'
  const rows = await query<{ name: string; kept_until: Date }>(db, text, [])
  return new Map(rows.map(({ name, kept_until }) => [name, kept_until]))
}

function isExpired({ table, until }: Part, now: number, retention: Retention): boolean {
  return until <= now - retention[table] * DAY
}

/** A partition with its size. The rows are the planner's estimate, 0 before the first analysis. */
export type PartitionSize = Partition & { bytes: number }

/** All partitions with their sizes on disk, including indexes. */
export async function listPartitions(db: Database): Promise<PartitionSize[]> {
  const present = await presentPartitions(db)
  const sizes = await query<{ name: string; bytes: number | null }>(
    db,
    `select name, pg_total_relation_size(to_regclass(name)) as bytes from unnest($1::text[]) as name order by name`,
    [present.map(({ name }) => name)],
  )
  const byName = new Map(present.map((partition) => [partition.name, partition]))
  return sizes.flatMap(({ name, bytes }) => {
    const partition = byName.get(name)
    // The partition has been dropped meanwhile.
    return partition === undefined || bytes === null ? [] : [{ ...partition, bytes }]
  })
}

/** The size of the whole database on disk, in bytes. */
export async function readDatabaseBytes(db: Database): Promise<number> {
  const rows = await query<{ bytes: number }>(db, 'select pg_database_size(current_database()) as bytes', [])
  return rows[0]?.bytes ?? 0
}

export type PartitionChange = Omit<Rows['partition_changes'], 'id'>

/** Changes that the service made to its partitions, latest first. */
export function listPartitionChanges(db: Database, limit: number): Promise<PartitionChange[]> {
  const text = 'select at, name, change, row_estimate from partition_changes order by id desc limit $1'
  return query(db, text, [limit])
}

async function forgetKeys(db: Database, before: string, signal?: AbortSignal): Promise<void> {
  const some = `select ctid from event_keys where event_id < $1 limit 5000`
  const forget = `delete from event_keys where ctid in (${some}) returning 1`
  while (!signal?.aborted && (await query(db, forget, [before])).length > 0) {}
}

/** Partitions of the current parent tables, and those that a crash left between detaching and dropping. */
async function presentPartitions(db: Database): Promise<Partition[]> {
  const rows = await query<Pick<Partition, 'name' | 'state' | 'row_estimate'>>(
    db,
    `select c.relname as name, greatest(0, c.reltuples)::bigint as row_estimate,
            case when i.inhrelid is null then 'detached' when i.inhdetachpending then 'detaching' else 'attached' end as state
       from pg_class c left join pg_inherits i on i.inhrelid = c.oid
      where c.relkind = 'r' and c.relname ~ '${PARTITION_NAMES}'
        and c.relnamespace = (select relnamespace from pg_class where oid = 'events'::regclass)`,
    [],
  )
  const partitions = rows.flatMap((row) => {
    const part = partOf(row.name)
    return part === null ? [] : [{ ...row, ...part }]
  })
  noteWidths(partitions.filter(({ table }) => table === 'jobs'))
  return partitions
}

async function makePartition(tx: Executor, part: Part): Promise<void> {
  const { name, table } = part
  const [from, to] = idsOf(part)
  await query(
    tx,
    `create table ${name} partition of ${table}
       for values from ('${from}') to ('${to}')
       with (${STORAGE[table]}, autovacuum_analyze_scale_factor = 0.5)`,
    [],
  )
  await query(tx, `insert into partition_changes (name, change) values ($1, 'made')`, [name])
}
