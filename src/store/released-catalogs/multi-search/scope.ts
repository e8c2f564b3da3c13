import type { Database } from '../../../db/database.ts'
import type { MoneyFormat } from '../../../pricing/money.ts'
import { heldOf } from '../../catalog/cache/process-cache.ts'
import type { Ref } from '../../catalog/cache/release-cache.ts'
import { arrangeCategories, type Categories } from './rules/categories.ts'
import type { Field } from './rules/fields.ts'
import { selectCategories } from './sql/categories.ts'

/** Where and when searches are made: `now` is in milliseconds since the epoch, `currency` that of the shopper. */
export type Scope = {
  db: Database
  ref: Ref
  now: number
  store_id: string
  currency: string | null
  /** Currencies of the store. */
  currencies: readonly MoneyFormat[]
}

export function categoriesOf({ db, ref }: Scope): Promise<Categories> {
  return heldOf(db, ref, 'categories', async (read) => arrangeCategories(await selectCategories(read, ref)))
}

/** What an amount in minor units is divided by to be in the unit of the field. */
export function scaleOf({ currencies }: Scope, { currency, unit }: Extract<Field, { kind: 'price' }>): number {
  const decimals = currencies.find((format) => format.currency === currency)?.decimal_places ?? 0
  return unit === 'minor' ? 1 : 10 ** decimals
}
