import type { Promotion } from '../../../generated/schema.ts'

export type Scope = Promotion['scope']

export type Choice = { title: string; sentence: string }

/** A new kind in the API fails to compile until it is added. */
export const SCOPES: Readonly<Record<Scope, Choice>> = {
  cart: { title: 'The cart', sentence: 'The total of the cart, or of some of its items.' },
  line_total: { title: 'Each line', sentence: 'The total of a line: unit price times quantity.' },
  line_price: { title: 'Each unit', sentence: 'The price of one unit in a cart, whatever the quantity.' },
  item: { title: 'The displayed price', sentence: 'The price wherever the item is displayed, also without a cart.' },
  shipping: { title: 'Shipping', sentence: 'The cost of the shipping options, or of some.' },
}
