import { query } from '../db/pool.ts'
import type { Database, LaneState } from '../db/tables.ts'
import { DEAD_AFTER } from './lease.ts'

/** Enters this process among the workers and returns its number, new for every start. */
export async function enterWorker(db: Database): Promise<number> {
  const rows = await query<{ id: number }>(
    db,
    `insert into workers (started_at, heartbeat_at) values (now(), now()) returning id`,
    [],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The worker could not be entered.')
  return id
}

/**
 * Writes the heartbeat by the database's clock, and how the worker treats its integrations; false when it has been
 * declared dead meanwhile.
 */
export async function beat(db: Database, worker_id: number, lanes: Record<string, LaneState>): Promise<boolean> {
  const rows = await query(db, `update workers set heartbeat_at = now(), lanes = $2 where id = $1 returning id`, [
    worker_id,
    JSON.stringify(lanes),
  ])
  return rows.length === 1
}

/** What was swept: dead workers, leases freed, the integrations that now have jobs due. */
export type Swept = { workers: number; leases: number; integration_ids: string[] }

/** Frees the leases of workers whose heart has stopped. */
export async function sweepDead(db: Database): Promise<Swept> {
  const rows = await query<Swept>(
    db,
    `with dead as (
       delete from workers where id in (
         select id from workers where heartbeat_at < now() - $1 * interval '1 millisecond' for update skip locked
       ) returning id
     ),
     freed as (
       update jobs set status = 'pending', worker_id = null, next_at = now(), updated_at = now()
        where exists (select 1 from dead) and worker_id in (select id from dead)
       returning integration_id
     )
     select (select count(*) from dead) as workers, count(*) as leases,
            coalesce(array_agg(distinct integration_id), '{}') as integration_ids
       from freed`,
    [DEAD_AFTER],
  )
  return rows[0] ?? { workers: 0, leases: 0, integration_ids: [] }
}

/** Frees leases that have run out: a living worker has lost sight of them. Returns how many. */
export async function freeExpired(db: Database, now: number): Promise<number> {
  const rows = await query<{ leases: number }>(
    db,
    `with freed as (
       update jobs set status = 'pending', worker_id = null, next_at = $1, updated_at = $1
        where worker_id is not null and next_at <= $1 returning 1
     )
     select count(*) as leases from freed`,
    [new Date(now)],
  )
  return rows[0]?.leases ?? 0
}

/** Leaves in good order: what is still leased to the worker is free at once. */
export async function leaveWorker(db: Database, worker_id: number): Promise<void> {
  await query(
    db,
    `with gone as (delete from workers where id = $1)
     update jobs set status = 'pending', worker_id = null, next_at = now(), updated_at = now()
      where worker_id = $1`,
    [worker_id],
  )
}
