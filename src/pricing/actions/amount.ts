import { amountWords } from '../explanations/wording.ts'
import { AmountFrom } from '../members.ts'
import type { ActionKind } from './action.ts'
import { priceAction, priceNeeds } from './price-action.ts'

export type Amount = { kind: 'amount'; amount: number }

export const amount = {
  ...priceAction,
  description: 'Takes off an amount, at most the price.',
  scopes: ['item', 'line_price', 'line_total', 'cart', 'shipping'],
  members: { amount: AmountFrom(1) },
  canonical: (action) => action,
  rank: 3,
  value: (action) => action.amount,
  namesAmount: () => true,
  effect: ({ amount }, { price }, wording) => `${amountWords(amount, wording)} off ${price}`,
  needs: (_action, target) => priceNeeds(1, target),
  off: (action, price) => Math.min(price, action.amount),
} as const satisfies ActionKind<Amount>
