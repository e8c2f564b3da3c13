import { LRUCache } from 'lru-cache'
import type { Database } from '../../../db/database.ts'
import { currentPrice, type PublishedPrice } from '../rules/price.ts'
import { type Amounts, amountsAt, type TimedAmount, timedPositions, unpackAmounts } from './rules/amounts.ts'
import { type FacetList, selectAmounts, selectFacetLists, selectTimedPrices } from './sql/facets.ts'
import { selectNewestFirst } from './sql/positions.ts'
import type { Ref } from './sql/words.ts'

/** What this process keeps of releases, which never change. */
const MAX_CACHED_BYTES = 64 * 1024 * 1024

type Column = { value: unknown; bytes: number }

const columns = new LRUCache<string, Column>({ maxSize: MAX_CACHED_BYTES, sizeCalculation: ({ bytes }) => bytes })

/** Loads what a release has of this name, unless it is kept and still valid. */
async function columnOf<Value>(
  key: string,
  load: () => Promise<{ value: Value; bytes: number }>,
  isValid: (value: Value) => boolean = () => true,
): Promise<Value> {
  const cached = columns.get(key)
  if (cached !== undefined && isValid(cached.value as Value)) return cached.value as Value
  const { value, bytes } = await load()
  // An empty entry has a size too.
  columns.set(key, { value, bytes: bytes + key.length })
  return value
}

/** All positions, of the product that was created last first. */
export function newestFirst(db: Database, ref: Ref): Promise<Uint32Array> {
  return columnOf(`newest ${ref.release_id}`, async () => {
    const value = await selectNewestFirst(db, ref)
    return { value, bytes: value.byteLength }
  })
}

/** The lists of all nodes and options. */
export function facetLists(db: Database, ref: Ref): Promise<FacetList[]> {
  return columnOf(`facets ${ref.release_id}`, async () => {
    const value = await selectFacetLists(db, ref)
    return { value, bytes: value.reduce((sum, { products }) => sum + products.length + LIST_BYTES, 0) }
  })
}

/** What a list takes in addition to its positions, roughly. */
const LIST_BYTES = 500

/** The price of one unit of each product, before promotions. `now` is in milliseconds since the epoch. */
export function amountsOf(db: Database, ref: Ref, currency: string, now: number): Promise<Amounts> {
  return columnOf<Amounts>(
    `amounts ${ref.release_id} ${currency}`,
    async () => {
      const value = await loadAmounts(db, ref, currency, now)
      return { value, bytes: value.amounts.byteLength + value.ascending.byteLength }
    },
    ({ from, until }) => from <= now && now < until,
  )
}

async function loadAmounts(db: Database, ref: Ref, currency: string, now: number): Promise<Amounts> {
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
