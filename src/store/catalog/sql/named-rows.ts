/** SQL for the rows `p` of one release ($1 owner, $2 release) whose id is in $3. */
export function namedRows(table: string, columns: string): string {
  return `select ${columns}
   from (select distinct unnest($3::uuid[]) as value) as named
   cross join ${rowOf(table, 'named.value')} as p`
}

/**
 * SQL for the products `p` of one release ($1 owner, $2 release) with the SKUs `named.value` in $3, which $4 has
 * without white space around them and in NFC. A SKU as it is written precedes one that differs in case, which is found
 * by the product of today: an index of each release would make publishing a third slower.
 */
export function productsOfSkus(columns: string): string {
  return `select ${columns}
   from (select distinct on (value) value, plain from unnest($3::text[], $4::text[]) as each(value, plain)) as named
   cross join lateral (
     select * from (${firstRow('release_products', 'sku', 'named.value')}) as written
     union all
     select alike.* from products as today
      cross join ${rowOf('release_products', 'today.id')} as alike
      where today.owner_id = $1 and lower(today.sku) = lower(named.plain) and lower(alike.sku) = lower(named.plain)
     limit 1) as p`
}

/** SQL join of the row of one release ($1 owner, $2 release) with this id. */
export function rowOf(table: string, value: string): string {
  return `lateral (${firstRow(table, 'id', value)})`
}

/**
 * A plain condition may read the whole release per row: without statistics the planner takes the release for one row
 * and may pick any index. Only the key's index has this order, so the first row takes one lookup in that index.
 */
function firstRow(table: string, key: 'id' | 'sku', value: string): string {
  return `select * from (
      select * from ${table} where (owner_id, release_id, ${key}) >= ($1, $2, ${value})
       order by owner_id, release_id, ${key} limit 1
    ) as first where owner_id = $1 and release_id = $2 and ${key} = ${value}`
}
