const TYPES = { id: 'uuid', sku: 'text' } as const

type Key = keyof typeof TYPES

/** SQL for the rows `p` of one release ($1 owner, $2 release) of which the id or SKU is in $3. */
export function namedRows(table: string, key: Key, columns: string): string {
  return `select ${columns}
   from (select distinct unnest($3::${TYPES[key]}[]) as value) as named
   cross join ${rowOf(table, key, 'named.value')} as p`
}

/**
 * SQL, to be joined, for the row of one release ($1 owner, $2 release) that has this id or SKU. The planner takes a release that it
 * has no statistics of for one row: any index then looks as good to it as the one of the key, and a plain join may read the whole
 * release for each row. Only the index of the key has this order, so the first row of it is one look into that index.
 */
export function rowOf(table: string, key: Key, value: string): string {
  return `lateral (
    select * from (
      select * from ${table} where (owner_id, release_id, ${key}) >= ($1, $2, ${value})
       order by owner_id, release_id, ${key} limit 1
    ) as first where owner_id = $1 and release_id = $2 and ${key} = ${value})`
}
