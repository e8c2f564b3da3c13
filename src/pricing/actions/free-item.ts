import type { GiveawayKind } from './action.ts'

/** The gift is a line of its own that counts for no condition and no other promotion. */
export const freeItem: GiveawayKind<'free_item'> = {
  rank: 6,
  value: ({ quantity }) => quantity,
  prepare:
    ({ sku, quantity }) =>
    (lines) => ({
      off: lines.map(() => 0),
      used: lines.map(() => 0),
      gifts: [{ sku, quantity }],
      short: null,
    }),
}
