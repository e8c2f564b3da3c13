import { type Database, query } from '../../db/database.ts'
import type { Part } from '../../db/partitions/partition-names.ts'
import { existingPartitions, idsOf } from '../../db/partitions/present-partitions.ts'
import { ONE_TIME } from '../../event-types/event.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { KeyCount, SealedColumn } from '../../secrets/sql/sealed-column.ts'
import { contextOf } from '../sealed.ts'

// Encrypted events are not indexed, so each statement searches a single partition.
const SEALED = `decode(payload::json ->> 'sealed', 'base64')`
const KEY_ID = `encode(substring(${SEALED} from 2 for 4), 'hex')`
const OF_PART = `triggered_by = '${ONE_TIME}' and id >= $1 and id < $2 and payload::json ->> 'sealed' is not null`

export const sealedEvents: SealedColumn = {
  table: 'events',
  async countKeys(db) {
    const counts = new Map<string, number>()
    for (const part of await parts(db)) {
      const statement = `select ${KEY_ID} as key_id, count(*) as count from events where ${OF_PART} group by 1`
      const found = await query<KeyCount>(db, statement, idsOf(part))
      for (const { key_id, count } of found) counts.set(key_id, (counts.get(key_id) ?? 0) + count)
    }
    return [...counts].map(([key_id, count]) => ({ key_id, count }))
  },
  async selectOthers(db, { key_id, after, limit }) {
    for (const part of (await parts(db)).filter(({ until }) => until > timeOfId(after))) {
      const rows = await query<{ id: string; sealed: Buffer }>(
        db,
        `select id, ${SEALED} as sealed from events where ${OF_PART} and id > $3 and ${KEY_ID} <> $4 order by id limit $5`,
        [...idsOf(part), after, key_id, limit],
      )
      if (rows.length > 0) return rows.map(({ id, sealed }) => ({ id, sealed, context: contextOf({ id }) }))
    }
    return []
  },
  async replace(db, changes) {
    const rows = await query(
      db,
      `update events set payload = replace(payload, changed.before, changed.after)
       from unnest($1::uuid[], $2::text[], $3::text[]) as changed (id, before, after)
       where events.id = changed.id and position(changed.before in payload) > 0 returning 1`,
      [
        changes.map(({ id }) => id),
        changes.map(({ before }) => before.toString('base64')),
        changes.map(({ after }) => after.toString('base64')),
      ],
    )
    return rows.length
  },
}

function parts(db: Database): Promise<Part[]> {
  return existingPartitions(db, 'events')
}
