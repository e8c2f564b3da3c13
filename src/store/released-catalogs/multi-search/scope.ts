import type { Database } from '../../../db/database.ts'
import type { MoneyFormat } from '../../../pricing/money.ts'
import type { Ref } from '../../catalog/cache/release-cache.ts'
import type { Field } from './rules/fields.ts'

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

/** What an amount in minor units is divided by to be in the unit of the field. */
export function scaleOf({ currencies }: Scope, { currency, unit }: Extract<Field, { kind: 'price' }>): number {
  const decimals = currencies.find((format) => format.currency === currency)?.decimal_places ?? 0
  return unit === 'minor' ? 1 : 10 ** decimals
}
