import type { Database, Executor } from '../../../db/database.ts'
import { at } from '../../../kernel/at.ts'
import { readCached, readEachCached } from '../cache/process-cache.ts'
import type { Ref } from '../cache/release-cache.ts'
import { currentPrice, type PublishedPrice } from '../rules/price.ts'
import { cacheProducts } from '../sql/product-rows.ts'
import { type Amounts, amountsAt, type TimedAmount, timedPositions, unpackAmounts } from './rules/amounts.ts'
import type { Filter } from './rules/filter.ts'
import { type FacetList, selectAmounts, selectFacetLists, selectFilterLists, selectTimedPrices } from './sql/facets.ts'
import { countProducts, selectNewestFirst, selectProductsAt } from './sql/positions.ts'

export function productCount(db: Database, ref: Ref): Promise<number> {
  return readCached(db, ref, 'products', (read) => countProducts(read, ref))
}

/** All positions, most recently created product first. */
export function newestFirst(db: Database, ref: Ref): Promise<Uint32Array> {
  return readCached(db, ref, 'newest', (read) => selectNewestFirst(read, ref))
}

/** Product lists of all nodes and options. */
export function facetLists(db: Database, ref: Ref): Promise<FacetList[]> {
  return readCached(db, ref, 'facets', (read) => selectFacetLists(read, ref))
}

/** Product lists of the values of filters. */
export function filterLists(db: Database, ref: Ref, filters: readonly Filter[]): Promise<FacetList[]> {
  return readCached(db, ref, `filter ${JSON.stringify(filters)}`, (read) => selectFilterLists(read, ref, filters))
}

/** Unit price of each product, before promotions. `now` is in milliseconds since the epoch. */
export function amountsOf(db: Database, ref: Ref, currency: string, now: number): Promise<Amounts> {
  return readCached(
    db,
    ref,
    `amounts ${currency}`,
    (read) => loadAmounts(read, ref, currency, now),
    ({ from, until }) => from <= now && now < until,
  )
}

/** Product ids in the order of the positions. */
export async function idsAt(db: Database, ref: Ref, positions: readonly number[]): Promise<string[]> {
  const texts = positions.map(String)
  const ids = await readEachCached(db, ref, 'position', texts, async (read, missing) => {
    const rows = await selectProductsAt(read, ref, missing.map(Number))
    const products = rows.map(({ position, ...product }) => product)
    const ids = cacheProducts(ref, products)
    return rows.map(({ position }, index) => [String(position), at(ids, index)])
  })
  return texts.flatMap((text) => ids.get(text) ?? [])
}

async function loadAmounts(db: Executor, ref: Ref, currency: string, now: number): Promise<Amounts> {
  const amounts = unpackAmounts(await selectAmounts(db, ref, currency))
  const positions = timedPositions(amounts)
  const timed = positions.length === 0 ? [] : await selectTimedPrices(db, ref, currency, positions)
  return amountsAt(
    amounts,
    timed.map(({ position, prices }) => timedAmount(position, prices, now)),
    now,
  )
}

function timedAmount(position: number, prices: readonly PublishedPrice[], now: number): TimedAmount {
  const changes = prices.flatMap(({ valid_from, valid_to }) => [valid_from ?? [], valid_to ?? []].flat())
  return { position, amount: currentPrice(prices, '', now)?.amount ?? null, changes }
}
