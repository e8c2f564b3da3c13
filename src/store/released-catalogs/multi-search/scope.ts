import type { Database } from '../../../db/database.ts'
import type { MoneyFormat } from '../../../pricing/money.ts'
import type { Ref } from '../../catalog/cache/release-cache.ts'
import type { Field } from './rules/fields.ts'

/** Context of searches: `now` is in milliseconds since the epoch, `currency` is the shopper's. */
export type Scope = {
  db: Database
  ref: Ref
  now: number
  store_id: string
  currency: string | null
  currencies: readonly MoneyFormat[]
}

/** Divisor that converts minor units to the unit of the field. */
export function scaleOf({ currencies }: Scope, { currency, unit }: Extract<Field, { kind: 'price' }>): number {
  const decimals = currencies.find((format) => format.currency === currency)?.decimal_places ?? 0
  return unit === 'minor' ? 1 : 10 ** decimals
}
