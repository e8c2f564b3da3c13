import { type Database, query } from '../../db/database.ts'
import type { Rows } from '../../db/rows.ts'
import { lowestIdAt } from '../../kernel/ids.ts'

/** Records that an integration fails; returns since when it has only failed, milliseconds since the epoch. */
export async function noteFailing(db: Database, integration_id: string, now: number): Promise<number> {
  await query(
    db,
    'insert into integration_states (integration_id, failing_since) values ($1, $2) on conflict do nothing',
    [integration_id, new Date(now)],
  )
  const [row] = await query<Pick<Rows['integration_states'], 'failing_since'>>(
    db,
    'select failing_since from integration_states where integration_id = $1',
    [integration_id],
  )
  return row?.failing_since?.getTime() ?? now
}

export async function noteSucceeding(db: Database, integration_id: string): Promise<void> {
  await query(db, 'delete from integration_states where integration_id = $1', [integration_id])
}

/** Whether any attempt, of any worker, has succeeded since. */
export async function hasSucceededSince(db: Database, integration_id: string, since: number): Promise<boolean> {
  const text = 'select 1 from logs where integration_id = $1 and id >= $2 and succeeded limit 1'
  return (await query(db, text, [integration_id, lowestIdAt(since)])).length > 0
}
