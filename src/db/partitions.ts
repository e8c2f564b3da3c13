import { lowestIdAt } from '../kernel/ids.ts'
import { query } from './pool.ts'
import type { Database } from './tables.ts'

const DAY = 86_400_000
const PARTITIONED = ['events', 'jobs', 'logs'] as const
const DAYS_BACK = 1
const DAYS_AHEAD = 7

export type Partitioned = (typeof PARTITIONED)[number]

/** The partition that holds a row made at `time`, for example `jobs_20261120`. */
export function partitionOf(table: Partitioned, time: number): string {
  return `${table}_${new Date(time).toISOString().slice(0, 10).replaceAll('-', '')}`
}

/** Makes the partitions from yesterday to a week ahead. Safe to run from several processes at once. */
export async function makePartitions(db: Database, now: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await query(tx, `select pg_advisory_xact_lock(hashtext('tidings.partitions'))`, [])
    const present = new Set((await presentPartitions(tx)).map((partition) => partition.name))
    const today = Math.floor(now / DAY) * DAY
    for (const table of PARTITIONED) {
      for (let day = today - DAYS_BACK * DAY; day <= today + DAYS_AHEAD * DAY; day += DAY) {
        if (!present.has(partitionOf(table, day))) await makePartition(tx, table, day)
      }
    }
  })
}

/**
 * Drops the partitions whose every row is older than the retention, and forgets the keys of their events. Detaching takes
 * no lock that a reader or writer would wait for. Returns the names of what was dropped.
 */
export async function dropPartitions(db: Database, now: number, retention_days: number): Promise<string[]> {
  const cutoff = Math.floor(now / DAY) * DAY - retention_days * DAY
  const old = (await presentPartitions(db)).filter(({ name }) => dayOf(name) < cutoff)
  for (const { name, parent } of old) {
    await query(db, `alter table ${parent} detach partition ${name} concurrently`, [])
    await query(db, `drop table ${name}`, [])
  }
  if (old.length > 0) await forgetKeys(db, lowestIdAt(cutoff))
  return old.map(({ name }) => name)
}

async function forgetKeys(db: Database, before: string): Promise<void> {
  const some = `select ctid from event_keys where event_id < $1 limit 5000`
  const forget = `delete from event_keys where ctid in (${some}) returning 1`
  while ((await query(db, forget, [before])).length > 0) {}
}

function dayOf(name: string): number {
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day))
}

function presentPartitions(db: Database): Promise<{ name: string; parent: string }[]> {
  return query(
    db,
    `select c.relname as name, p.relname as parent
       from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      where p.oid in ('events'::regclass, 'jobs'::regclass, 'logs'::regclass) and c.relkind = 'r'`,
    [],
  )
}

async function makePartition(tx: Database, table: Partitioned, day: number): Promise<void> {
  await query(
    tx,
    `create table ${partitionOf(table, day)} partition of ${table}
       for values from ('${lowestIdAt(day)}') to ('${lowestIdAt(day + DAY)}')
       with (fillfactor = ${table === 'jobs' ? 60 : 100}, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05)`,
    [],
  )
}
