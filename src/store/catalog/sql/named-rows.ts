const TYPES = { id: 'uuid', sku: 'text' } as const

type Key = keyof typeof TYPES

/** SQL for the rows `p` of one release ($1 owner, $2 release) whose id or SKU is in $3. */
export function namedRows(table: string, key: Key, columns: string): string {
  return `select ${columns}
   from (select distinct unnest($3::${TYPES[key]}[]) as value) as named
   cross join ${rowOf(table, key, 'named.value')} as p`
}

/**
 * SQL join of the row of one release ($1 owner, $2 release) with this id or SKU. A plain join may read the whole
 * release per row: without statistics the planner takes the release for one row and may pick any index. Only the key's
 * index has this order, so the first row takes one lookup in that index.
 */
export function rowOf(table: string, key: Key, value: string): string {
  return `lateral (
    select * from (
      select * from ${table} where (owner_id, release_id, ${key}) >= ($1, $2, ${value})
       order by owner_id, release_id, ${key} limit 1
    ) as first where owner_id = $1 and release_id = $2 and ${key} = ${value})`
}
