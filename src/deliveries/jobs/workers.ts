import { type Database, query } from '../../db/database.ts'
import type { Rows } from '../../db/rows.ts'
import { DEAD_AFTER_MS } from './lease.ts'

/** A worker, for operators. Its jobs are as of its last heartbeat, which reports at most a thousand integrations. */
export type WorkerRow = Pick<Rows['workers'], 'id' | 'started_at' | 'heartbeat_at'> & {
  is_alive: boolean
  in_flight: number
  waiting: number
  integrations: number
  probing: number
}

const MAX_WORKERS = 1_000
const MAX_SWEEPS = 50

export function listWorkers(db: Database): Promise<WorkerRow[]> {
  return query(
    db,
    `select id, started_at, heartbeat_at, heartbeat_at >= now() - $1 * interval '1 millisecond' as is_alive,
            l.in_flight, l.waiting, l.integrations, l.probing
       from workers cross join lateral (
         select coalesce(sum((lane ->> 'in_flight')::integer), 0) as in_flight,
                coalesce(sum((lane ->> 'waiting')::integer), 0) as waiting, count(*) as integrations,
                count(*) filter (where (lane ->> 'probing')::boolean) as probing
           from jsonb_each(lanes) as n(id, lane)
       ) as l order by id limit ${MAX_WORKERS}`,
    [DEAD_AFTER_MS],
  )
}

export type SweepRow = Rows['worker_sweeps']

export function listSweeps(db: Database): Promise<SweepRow[]> {
  return query(db, `select * from worker_sweeps order by swept_at desc, worker_id desc limit ${MAX_SWEEPS}`, [])
}
