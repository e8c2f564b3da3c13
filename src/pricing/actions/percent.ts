import { MILLION, minimumForDiscount, multiplyAndDivide } from '../amounts.ts'
import { amountWords, rateWords } from '../explanations/wording.ts'
import { AmountFrom, Limit, Ppm } from '../members.ts'
import type { ActionKind } from './action.ts'
import { priceAction, priceNeeds } from './price-action.ts'

/** `max_discount` caps one application's discount: on a unit, a line, the cart or a shipping option, by scope. */
export type Percent = { kind: 'percent'; ppm: number; max_discount: number | null }

export const percent = {
  ...priceAction,
  description: 'Takes off a part of the price, at most `max_discount`.',
  scopes: ['item', 'line_price', 'line_total', 'cart', 'shipping'],
  members: {
    ppm: Ppm,
    max_discount: Limit(
      AmountFrom(1, 'Maximum discount on a unit, a line, the cart or an option.'),
      'the discount has no cap',
    ),
  },
  canonical: (action) => ({ ...action, max_discount: action.max_discount ?? null }),
  rank: 2,
  value: ({ ppm }) => ppm,
  namesAmount: ({ max_discount }) => max_discount !== null,
  effect: ({ ppm, max_discount }, { price, each }, wording) => {
    const cap = max_discount === null ? '' : `, up to ${amountWords(max_discount, wording)}${each}`
    return `${rateWords(ppm)} off ${price}${cap}`
  },
  needs: ({ ppm }, target) => priceNeeds(minimumForDiscount(ppm), target),
  off: ({ ppm, max_discount }, price) => {
    const off = Math.min(price, multiplyAndDivide(price, ppm, MILLION))
    return max_discount === null ? off : Math.min(off, max_discount)
  },
} as const satisfies ActionKind<Percent>
