import { DAY } from '../kernel/duration.ts'
import { lowestIdAt } from '../kernel/ids.ts'
import { excludesBackups } from './backup-lock.ts'
import { type Database, type Executor, query } from './database.ts'
import type { Rows } from './rows.ts'

const PARTITIONED = ['events', 'jobs', 'logs', 'audit_entries'] as const
/**
 * Events, logs and entries of the audit log are only added: vacuuming them as they grow took 7 % of a busy machine and freed nothing. One vacuum
 * freezes a day when its transaction ids are old, if retention has not dropped it before. What jobs leave behind is cleared
 * soon, or claims would step over it.
 */
const STORAGE: Readonly<Record<Partitioned, string>> = {
  events: 'autovacuum_vacuum_insert_threshold = -1',
  jobs: 'fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02',
  logs: 'autovacuum_vacuum_insert_threshold = -1',
  audit_entries: 'autovacuum_vacuum_insert_threshold = -1',
}

/** Matches the names of partitions, in PostgreSQL. */
export const PARTITION_NAMES = `^(${PARTITIONED.join('|')})_[0-9]{8}$`

/** How many days the rows of each table are kept. */
export type Retention = Readonly<Record<Partitioned, number>>

/** The same for events, jobs and logs, which refer to each other. */
export function retentionOf({ days, audit_days }: { days: number; audit_days: number }): Retention {
  return { events: days, jobs: days, logs: days, audit_entries: audit_days }
}

const DAYS_BACK = 1
const DAYS_AHEAD = 7

export type Partitioned = (typeof PARTITIONED)[number]

/** The partition that holds a row made at `time`, for example `jobs_20261120`. */
export function partitionOf(table: Partitioned, time: number): string {
  return `${table}_${new Date(time).toISOString().slice(0, 10).replaceAll('-', '')}`
}

/** The day, as the time it begins at, of a row made at `time`. */
export function dayAt(time: number): number {
  return Math.floor(time / DAY) * DAY
}

/** The days that a table has partitions for, the oldest first. */
export async function presentDays(db: Database, table: Partitioned): Promise<number[]> {
  const rows = await query<{ name: string }>(
    db,
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::regclass and not i.inhdetachpending order by 1`,
    [table],
  )
  return rows.map(({ name }) => dayOf(name))
}

/** To catch the error of a statement that names a partition: none when retention has dropped it, and all with it. */
export function unlessDropped(partition: string): (error: unknown) => [] {
  return (error) => {
    const undefinedTable = error instanceof Error && 'code' in error && error.code === '42P01'
    if (!undefinedTable || !error.message.includes(`"${partition}"`)) throw error
    return []
  }
}

/** Makes the partitions from yesterday to a week ahead. Safe to run from several processes at once. */
export async function makePartitions(db: Database, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPartitions(tx)
    const present = new Set((await presentPartitions(tx)).map((partition) => partition.name))
    const today = dayAt(now)
    for (const table of PARTITIONED) {
      for (let day = today - DAYS_BACK * DAY; day <= today + DAYS_AHEAD * DAY; day += DAY) {
        if (!present.has(partitionOf(table, day))) await makePartition(tx, table, day)
      }
    }
  })
}

/** Makes the partitions of these names, for example `jobs_20261120`, in an open transaction. */
export async function makePartitionsNamed(tx: Executor, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const table = PARTITIONED.find((parent) => name.startsWith(`${parent}_`))
    if (table === undefined || Number.isNaN(dayOf(name))) throw new Error(`${name} is not the name of a partition.`)
    await makePartition(tx, table, dayOf(name))
  }
}

/**
 * Drops the partitions whose every row is older than the retention, and forgets the keys of their events. Detaching takes
 * no lock that a reader or writer would wait for; one that a death interrupted is finished. Needs two connections: one
 * keeps other processes out meanwhile. When the signal says so it ends early and leaves the rest to the next time, and all
 * of it while a backup runs. Returns the names of what was dropped.
 */
export async function dropPartitions(
  db: Database,
  now: number,
  retention: Retention,
  signal?: AbortSignal,
): Promise<string[]> {
  return db.transaction(async (guard) => {
    await lockPartitions(guard)
    if (!(await excludesBackups(guard))) return []
    const old = (await presentPartitions(db)).filter(
      ({ name, parent }) => dayOf(name) < cutoffOf(now, retention[parent]),
    )
    // While one detaches, its table lets no other begin.
    old.sort((one, other) => Number(other.state === 'detaching') - Number(one.state === 'detaching'))
    const dropped: string[] = []
    for (const partition of old) {
      if (signal?.aborted) return dropped
      await dropPartition(db, partition)
      dropped.push(partition.name)
    }
    if (old.length > 0) await forgetKeys(db, lowestIdAt(cutoffOf(now, retention.events)), signal)
    return dropped
  })
}

/** The day before which everything has expired. */
function cutoffOf(now: number, retention_days: number): number {
  return dayAt(now) - retention_days * DAY
}

type Partition = {
  name: string
  parent: Partitioned
  state: 'attached' | 'detaching' | 'detached'
  row_estimate: number
}

async function dropPartition(db: Database, { name, parent, state, row_estimate }: Partition): Promise<void> {
  if (state === 'attached') await query(db, `alter table ${parent} detach partition ${name} concurrently`, [])
  if (state === 'detaching') await query(db, `alter table ${parent} detach partition ${name} finalize`, [])
  await query(db, `drop table ${name}`, [])
  await query(db, `insert into partition_changes (name, change, row_estimate) values ($1, 'dropped', $2)`, [
    name,
    row_estimate,
  ])
}

function lockPartitions(tx: Database): Promise<unknown> {
  return query(tx, `select pg_advisory_xact_lock(hashtext('tidings.partitions'))`, [])
}

/** The partitions of a table: how many, and from when to when; times in milliseconds since the epoch, 0 without any. */
export type PartitionMetrics = { table: Partitioned; count: number; oldest_at: number; ends_at: number }

export async function readPartitionMetrics(db: Database): Promise<PartitionMetrics[]> {
  const present = await presentPartitions(db)
  return PARTITIONED.map((table) => {
    const days = present.filter(({ parent }) => parent === table).map(({ name }) => dayOf(name))
    const [oldest_at = 0, latest = -DAY] = days.length === 0 ? [] : [Math.min(...days), Math.max(...days)]
    return { table, count: days.length, oldest_at, ends_at: latest + DAY }
  })
}

/** One partition as operators see it; the rows are the planner's estimate, 0 before its first analysis. */
export type PartitionSize = {
  name: string
  state: Partition['state']
  row_estimate: number
  bytes: number
}

/** The table of a partition, and the day that it holds, as the time that begins it. */
export function partOf(name: string): { table: Partitioned; day: number } {
  return { table: name.replace(/_\d{8}$/, '') as Partitioned, day: dayOf(name) }
}

/** Every partition with its size on disk, indexes too. */
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
    // Null bytes: dropped since.
    if (partition === undefined || bytes === null) return []
    return [{ name, state: partition.state, row_estimate: partition.row_estimate, bytes }]
  })
}

/** Bytes of the whole database on disk. */
export async function readDatabaseBytes(db: Database): Promise<number> {
  const rows = await query<{ bytes: number }>(db, 'select pg_database_size(current_database()) as bytes', [])
  return rows[0]?.bytes ?? 0
}

export type PartitionChange = Omit<Rows['partition_changes'], 'id'>

/** What the service did to its partitions by itself, the latest first. */
export function listPartitionChanges(db: Database, limit: number): Promise<PartitionChange[]> {
  const text = 'select at, name, change, row_estimate from partition_changes order by id desc limit $1'
  return query(db, text, [limit])
}

async function forgetKeys(db: Database, before: string, signal?: AbortSignal): Promise<void> {
  const some = `select ctid from event_keys where event_id < $1 limit 5000`
  const forget = `delete from event_keys where ctid in (${some}) returning 1`
  while (!signal?.aborted && (await query(db, forget, [before])).length > 0) {}
}

function dayOf(name: string): number {
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day))
}

/** Those of today's parents, and what a death left behind between detaching and dropping. */
function presentPartitions(db: Database): Promise<Partition[]> {
  return query(
    db,
    `select c.relname as name, regexp_replace(c.relname, '_[0-9]{8}$', '') as parent, greatest(0, c.reltuples)::bigint as row_estimate,
            case when i.inhrelid is null then 'detached' when i.inhdetachpending then 'detaching' else 'attached' end as state
       from pg_class c left join pg_inherits i on i.inhrelid = c.oid
      where c.relkind = 'r' and c.relname ~ '${PARTITION_NAMES}'
        and c.relnamespace = (select relnamespace from pg_class where oid = 'events'::regclass)`,
    [],
  )
}

async function makePartition(tx: Executor, table: Partitioned, day: number): Promise<void> {
  await query(
    tx,
    `create table ${partitionOf(table, day)} partition of ${table}
       for values from ('${lowestIdAt(day)}') to ('${lowestIdAt(day + DAY)}')
       with (${STORAGE[table]}, autovacuum_analyze_scale_factor = 0.5)`,
    [],
  )
  await query(tx, `insert into partition_changes (name, change) values ($1, 'made')`, [partitionOf(table, day)])
}
