import { uuidArray } from '../../db/arrays.ts'
import { type Executor, query } from '../../db/database.ts'
import { lowestIdAt } from '../../kernel/ids.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'

/** Latest events of an owner's integrations that are searched for each integration. */
const MAX_SCANNED = 1_000

/** States of integrations before a time (milliseconds since the epoch), from the latest event of each integration. */
export function selectStatesBefore(
  db: Executor,
  owner: Owner,
  { integration_ids, before }: { integration_ids: readonly string[]; before: number },
): Promise<{ integration_id: string; payload: string }[]> {
  return query(
    db,
    `select i.id as integration_id, state.payload from unnest($1::uuid[]) as i(id)
      cross join lateral (
        select payload from (
          select payload from events
           where owner_id = $2 and id < $3
             and triggered_by in ('integration.created', 'integration.updated', 'integration.deleted')
           order by id desc limit ${MAX_SCANNED}
        ) as latest
         where strpos(latest.payload, '"id":"' || i.id || '"') > 0 limit 1
      ) as state`,
    [uuidArray(integration_ids), ownerId(owner), lowestIdAt(before)],
  )
}
