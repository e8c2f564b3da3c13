import { type Executor, query } from '../../db/database.ts'
import type { Rows } from '../../db/rows.ts'
import type { LaneState } from './membership.ts'
import type { JobRow } from './read.ts'

/** State that decides when the jobs of an integration are delivered. */
export type DeliveryState = Pick<Rows['integrations'], 'cancelled_before' | 'rate_limit'> & {
  enabled: boolean
  workers: number
  lanes: LaneState[]
}

/** Returns undefined if the integration does not exist. */
export async function selectDeliveryState(db: Executor, integration_id: string): Promise<DeliveryState | undefined> {
  const rows = await query<DeliveryState>(
    db,
    `select enabled and deleted_at is null as enabled, cancelled_before, rate_limit,
            (select count(*) from workers) as workers,
            (select coalesce(json_agg(lanes -> $2), '[]') from workers where lanes ? $2) as lanes
       from integrations where id = $1`,
    [integration_id, integration_id],
  )
  return rows[0]
}

export type LastAttempt = Pick<Rows['logs'], 'id' | 'succeeded' | 'status_code' | 'error_detail' | 'response_headers'>

export async function selectLastAttempt(db: Executor, job_id: string): Promise<LastAttempt | undefined> {
  const rows = await query<LastAttempt>(
    db,
    `select id, succeeded, status_code, error_detail, response_headers from logs
      where job_id = $1 order by id desc limit 1`,
    [job_id],
  )
  return rows[0]
}

/** Oldest unfinished job that must finish before the given job; null if there is none. */
export async function selectJobAhead(
  db: Executor,
  { id, integration_id, order_key }: Pick<JobRow, 'id' | 'integration_id' | 'order_key'>,
): Promise<string | null> {
  if (order_key === null) return null
  const rows = await query<{ id: string }>(
    db,
    'select id from jobs where integration_id = $1 and order_key = $2 and id < $3 order by id limit 1',
    [integration_id, order_key, id],
  )
  return rows[0]?.id ?? null
}
