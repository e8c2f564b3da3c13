import type { Item } from './selectors/selector.ts'

/** The data about the shopper that conditions can read. */
export type ShopperFacts = {
  segments: readonly string[]
  first_order: boolean
  account_id: string | null
  /** ISO 3166-1 alpha-2 of the delivery address. */
  country: string | null
  channel: string | null
}

/** All data that conditions can read. It is computed once and does not change while promotions apply. */
export type ConditionContext = Readonly<{
  lines: readonly Readonly<{ item: Item; quantity: number }>[]
  subtotal: number
  shopper: ShopperFacts
}>
