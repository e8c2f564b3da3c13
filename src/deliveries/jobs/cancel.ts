import { type Database, query, type Transaction } from '../../db/database.ts'
import type { DueJob } from '../../events/jobs.ts'
import type { EnabledIntegration } from '../../integrations/integration.ts'

/** Newest job of an integration; see `IntegrationDeps`. */
export async function newestJob(tx: Transaction, integration_id: string): Promise<string | null> {
  const text = 'select id from jobs where integration_id = $1 order by id desc limit 1'
  const rows = await query<{ id: string }>(tx, text, [integration_id])
  return rows[0]?.id ?? null
}

/** Jobs cancelled by one statement, so that it does not hold its locks for long. */
const BATCH_SIZE = 5_000

export type Cancelled = { integration_id: string; owner_id: string; jobs: number }

/**
 * Cancels pending jobs of a disabled or deleted integration; returns null if there were none. Runs in the transaction that
 * disables the integration, and again in workers until no job is left. Attempts in flight are not interrupted.
 */
export async function cancelPending(db: Database, integration_id: string, now: number): Promise<Cancelled | null> {
  const rows = await query<{ owner_id: string }>(
    db,
    `update jobs set status = 'cancelled', next_at = null, order_key = null, updated_at = $2
      where id in (
        select j.id from jobs j join integrations i on i.id = j.integration_id
         where j.integration_id = $1 and j.next_at is not null
           and (not i.enabled or (j.id < i.cancelled_before and j.manual_retries = 0))
         limit ${BATCH_SIZE} for update of j skip locked
      ) returning owner_id`,
    [integration_id, new Date(now)],
  )
  const [first] = rows
  return first === undefined ? null : { integration_id, owner_id: first.owner_id, jobs: rows.length }
}

/** True if the integration was disabled after the job was created, and has been enabled again since. */
export function isCancelled(
  { id, manual_retries }: Pick<DueJob, 'id' | 'manual_retries'>,
  { cancelled_before }: Pick<EnabledIntegration, 'cancelled_before'>,
): boolean {
  return manual_retries === 0 && id < cancelled_before
}
