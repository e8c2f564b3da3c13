import type { Database } from '../../../db/database.ts'
import type { Ref } from '../cache/release-cache.ts'
import { amountsOf, filterLists } from './columns.ts'
import { NO_PRICE } from './rules/amounts.ts'
import { type Filter, IN_STOCK, parseRange, SOLD_OUT } from './rules/filter.ts'
import { type Mask, markAll } from './rules/lists.ts'
import { maskOf } from './rules/matches.ts'
import type { FacetList } from './sql/facets.ts'
import { selectSoldOut } from './sql/positions.ts'

/** `now` is in milliseconds since the epoch. */
export type Shop = { store_id: string; now: number }

/** Returns a mask per filter, of the products below position `size` that pass the filter. */
export async function filterMasks(
  db: Database,
  ref: Ref,
  { filters, shop, size }: { filters: readonly Filter[]; shop: Shop; size: number },
): Promise<Mask[]> {
  const listed = filters.filter(({ facet }) => facet !== 'price' && facet !== 'availability')
  const lists = listed.length === 0 ? [] : await filterLists(db, ref, listed)
  const masks: Mask[] = []
  for (const filter of filters) masks.push(await maskFor(db, ref, filter, { lists, shop, size }))
  return masks
}

async function maskFor(
  db: Database,
  ref: Ref,
  { facet, values }: Filter,
  { lists, shop, size }: { lists: readonly FacetList[]; shop: Shop; size: number },
): Promise<Mask> {
  if (facet === 'price') return priceMask(db, ref, values, { now: shop.now, size })
  if (facet === 'availability') return stockMask(await soldOutMask(db, ref, shop, size), values)
  const mask = new Uint8Array(size)
  for (const list of lists) if (list.facet === facet) markAll(mask, list.products, 1)
  return mask
}

async function priceMask(
  db: Database,
  ref: Ref,
  values: readonly string[],
  { now, size }: { now: number; size: number },
): Promise<Mask> {
  const mask = new Uint8Array(size)
  for (const range of values.flatMap((value) => parseRange(value) ?? [])) {
    const { amounts } = await amountsOf(db, ref, range.currency, now)
    for (let position = 0; position < size; position += 1) {
      const amount = amounts[position] ?? NO_PRICE
      if (amount >= range.from && amount < (range.until ?? Number.POSITIVE_INFINITY)) mask[position] = 1
    }
  }
  return mask
}

export async function soldOutMask(db: Database, ref: Ref, { store_id }: Shop, size: number): Promise<Mask> {
  return maskOf(await selectSoldOut(db, ref, store_id), size)
}

function stockMask(sold_out: Mask, values: readonly string[]): Mask {
  const [keepsInStock, keepsSoldOut] = [values.includes(IN_STOCK), values.includes(SOLD_OUT)]
  return sold_out.map((isSoldOut) => Number(isSoldOut === 1 ? keepsSoldOut : keepsInStock))
}
