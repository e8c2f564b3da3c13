import { type Database, query } from '../../db/database.ts'
import { createPartitionsNamed, lockPartitions } from '../../db/partitions/partitions.ts'
import type { Manifest } from '../manifest.ts'

/** Creates the partition if missing, and keeps it until a time at least. Throws while it is being dropped. */
export async function preparePartition(
  db: Database,
  { partition: name, archive_id, parts, rows }: Manifest,
  kept_until: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPartitions(tx)
    const [row] = await query<{ present: boolean; attached: boolean }>(
      tx,
      `select to_regclass($1) is not null as present,
              exists (select from pg_inherits where inhrelid = to_regclass($1) and not inhdetachpending) as attached`,
      [name],
    )
    if (row?.present === true && !row.attached)
      throw new Error(`${name} is being dropped. Run the command again in an hour.`)
    if (row?.present !== true) await createPartitionsNamed(tx, [name])
    await query(
      tx,
      `insert into archived_partitions as a (name, archive_id, started_at, parts, row_count, archived_at, kept_until)
       values ($1, $2, now(), $3, $4, now(), $5)
       on conflict (name) do update set kept_until = greatest(a.kept_until, excluded.kept_until)`,
      [name, archive_id, JSON.stringify(parts), rows, kept_until],
    )
  })
}

export async function noteRestored(db: Database, name: string, rows: number): Promise<void> {
  const text = `insert into partition_changes (name, change, row_estimate) values ($1, 'restored', $2)`
  await query(db, text, [name, rows])
  await query(db, `analyze ${name}`, [])
}
