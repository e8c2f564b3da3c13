import type { Item } from './selector.ts'

/** What conditions may ask about who buys. */
export type ShopperFacts = {
  segments: readonly string[]
  first_order: boolean
  account_id: string | null
  /** ISO 3166-1 alpha-2 of the place that goods go to. */
  country: string | null
  channel: string | null
}

/** Everything that conditions may read. It is made once and never changes while promotions apply. */
export type Sheet = Readonly<{
  lines: readonly Readonly<{ item: Item; quantity: number }>[]
  subtotal: number
  shopper: ShopperFacts
}>
