import type { ActionKind } from './action.ts'
import { priceAction, priceNeeds } from './price-action.ts'

export type Free = { kind: 'free' }

export const free = {
  ...priceAction,
  description: 'Takes off the whole price.',
  scopes: ['shipping'],
  members: {},
  canonical: (action) => action,
  rank: 4,
  value: () => 0,
  namesAmount: () => false,
  effect: (_action, { price }) => `free ${price}`,
  needs: (_action, target) => priceNeeds(1, target),
  off: (_action, price) => price,
} as const satisfies ActionKind<Free>
