import { type Database, query } from '../../db/database.ts'

/** A column of encrypted values. Every module that encrypts declares its columns, so that keys can be rotated. */
export type SealedColumn = {
  table: string
  countKeys(db: Database): Promise<KeyCount[]>
  /** Returns values of keys other than `key_id`, by id, after the id `after`. */
  selectOthers(db: Database, page: { key_id: string; after: string; limit: number }): Promise<SealedValue[]>
  /** Replaces the values that have not changed; returns their number. */
  replace(db: Database, changes: readonly SealedChange[]): Promise<number>
}

export type KeyCount = { key_id: string; count: number }

export type SealedValue = {
  id: string
  sealed: Buffer
  context: string
}

export type SealedChange = { id: string; before: Buffer; after: Buffer }

type Column = {
  table: string
  column: string
  /** Returns the encryption context of a row's value; `id` is unique in the table. */
  contextOf: (id: string) => string
}

/** Declares a bytea column, which may be null. */
export function sealedColumn({ table, column, contextOf }: Column): SealedColumn {
  // Byte 1 is the version, bytes 2 to 5 are the key id.
  const key_id = `encode(substring(${column} from 2 for 4), 'hex')`
  return {
    table,
    countKeys: (db) =>
      query<KeyCount>(
        db,
        `select ${key_id} as key_id, count(*) as count from ${table} where ${column} is not null group by 1 order by 1`,
        [],
      ),
    async selectOthers(db, page) {
      const rows = await query<{ id: string; sealed: Buffer }>(
        db,
        `select id, ${column} as sealed from ${table}
         where ${column} is not null and ${key_id} <> $1 and id > $2 order by id limit $3`,
        [page.key_id, page.after, page.limit],
      )
      return rows.map(({ id, sealed }) => ({ id, sealed, context: contextOf(id) }))
    },
    async replace(db, changes) {
      const rows = await query(
        db,
        `update ${table} as kept set ${column} = changed.after
         from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as changed (id, before, after)
         where kept.id = changed.id and kept.${column} = changed.before returning 1`,
        [changes.map(({ id }) => id), changes.map(({ before }) => before), changes.map(({ after }) => after)],
      )
      return rows.length
    },
  }
}
