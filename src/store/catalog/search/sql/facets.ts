import { plainArray } from '../../../../db/arrays.ts'
import { type Executor, query } from '../../../../db/database.ts'
import type { Ref } from '../../cache/release-cache.ts'
import type { PublishedPrice } from '../../rules/price.ts'
import { rowOf } from '../../sql/named-rows.ts'
import type { AmountPart } from '../rules/amounts.ts'
import type { Filter } from '../rules/filter.ts'
import type { PackedList } from '../rules/lists.ts'

/** Products with a value of a facet; a value can have several lists. */
export type FacetList = {
  facet: string
  value: string
  facet_label: string
  value_label: string
  products: PackedList
}

const COLUMNS = 'facet, value, facet_label, value_label, products'

export function selectFacetLists(db: Executor, { owner_id, release_id }: Ref): Promise<FacetList[]> {
  const text = `select ${COLUMNS} from release_facets where owner_id = $1 and release_id = $2 order by part`
  return query(db, text, [owner_id, release_id])
}

export function selectFilterLists(
  db: Executor,
  { owner_id, release_id }: Ref,
  filters: readonly Filter[],
): Promise<FacetList[]> {
  const values = filters.flatMap(({ facet, values }) => values.map((value) => ({ facet, value })))
  return query(
    db,
    `select ${COLUMNS} from release_facets
      where owner_id = $1 and release_id = $2
        and (facet, value) in (select * from unnest($3::text[], $4::text[]))`,
    [owner_id, release_id, values.map(({ facet }) => facet), values.map(({ value }) => value)],
  )
}

/** The prices of a release in a currency; see `unpackAmounts`. */
export function selectAmounts(db: Executor, { owner_id, release_id }: Ref, currency: string): Promise<AmountPart[]> {
  const text = `select part, amounts from release_amounts
    where owner_id = $1 and release_id = $2 and currency = $3`
  return query(db, text, [owner_id, release_id, currency])
}

/** All prices of the products at these positions in a currency, valid now or not. */
export function selectTimedPrices(
  db: Executor,
  { owner_id, release_id }: Ref,
  currency: string,
  positions: readonly number[],
): Promise<{ position: number; prices: PublishedPrice[] }[]> {
  return query(
    db,
    `select l.position, p.prices -> $3 as prices
       from release_positions l
       cross join ${rowOf('release_products', 'l.product_id')} as p
      where l.owner_id = $1 and l.release_id = $2 and l.position = any($4::integer[])`,
    [owner_id, release_id, currency, plainArray(positions)],
  )
}
