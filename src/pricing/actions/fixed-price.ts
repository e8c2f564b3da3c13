import { amountWords } from '../explanations/wording.ts'
import { AmountFrom } from '../members.ts'
import type { ActionKind } from './action.ts'
import { priceAction, priceNeeds } from './price-action.ts'

export type FixedPrice = { kind: 'fixed_price'; amount: number }

export const fixedPrice = {
  ...priceAction,
  description: 'Lowers a higher price to `amount`.',
  scopes: ['item', 'line_price', 'line_total', 'cart', 'shipping'],
  members: { amount: AmountFrom(0) },
  canonical: (action) => action,
  rank: 1,
  value: ({ amount }) => amount,
  namesAmount: ({ amount }) => amount > 0,
  effect: ({ amount }, { price }, wording) => `${price} reduced to ${amountWords(amount, wording)}`,
  needs: ({ amount }, target) => priceNeeds(amount + 1, target),
  off: ({ amount }, price) => Math.max(0, price - amount),
} as const satisfies ActionKind<FixedPrice>
