import { Count, Name } from '../members.ts'
import type { ActionKind } from './action.ts'

export type FreeItem = { kind: 'free_item'; sku: string; quantity: number }

/** The gift is a separate line that counts for no condition and no other promotion. */
export const freeItem = {
  on: 'units',
  description: 'Adds `quantity` units of `sku` free of charge.',
  scopes: ['line_total'],
  members: { sku: Name, quantity: Count('Units to add.') },
  canonical: (action) => action,
  rank: 6,
  value: ({ quantity }) => quantity,
  namesAmount: () => false,
  items: { instead: 'when', selectors: () => ({}) },
  giftSkus: ({ sku }) => [sku],
  needs: () => [],
  requirements: () => [],
  effect: ({ sku, quantity }) => `${quantity} x ${sku} free of charge`,
  prepare:
    ({ sku, quantity }) =>
    (lines) => ({
      off: lines.map(() => 0),
      used: lines.map(() => 0),
      gifts: [{ sku, quantity }],
      missing_units: null,
    }),
} as const satisfies ActionKind<FreeItem>
