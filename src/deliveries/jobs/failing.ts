import type { Database } from '../../db/tables.ts'
import { lowestIdAt } from '../../kernel/ids.ts'

/** Notes that an integration fails; returns since when it has done nothing else, milliseconds since the epoch. */
export async function noteFailing(db: Database, integration_id: string, now: number): Promise<number> {
  await db
    .insertInto('integration_states')
    .values({ integration_id, failing_since: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('integration_states')
    .select('failing_since')
    .where('integration_id', '=', integration_id)
    .executeTakeFirst()
  return row?.failing_since?.getTime() ?? now
}

export async function noteSucceeding(db: Database, integration_id: string): Promise<void> {
  await db.deleteFrom('integration_states').where('integration_id', '=', integration_id).execute()
}

/** Whether any attempt has succeeded since: another worker may know better than this one. */
export async function hasSucceededSince(db: Database, integration_id: string, since: number): Promise<boolean> {
  const row = await db
    .selectFrom('logs')
    .select('id')
    .where('integration_id', '=', integration_id)
    .where('id', '>=', lowestIdAt(since))
    .where('succeeded', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
