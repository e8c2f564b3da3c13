import type { FactKind } from './fact.ts'
import { CERTAIN_CUSTOMERS, type MissingName, noneLeft, type OneOf, oneOf } from './one-of.ts'

export type Segment = OneOf<'segment'>

export const segment = {
  ...oneOf(
    'segment',
    ({ segments }) => segments,
    () => CERTAIN_CUSTOMERS,
  ),
  description: 'The customer is in a segment of `one_of`.',
  reads: 'customer',
  isPrivate: true,
  // A shopper can be in several segments, so each list by itself must leave one.
  clash: ({ holds, fails }) => {
    const excluded = new Set(fails.flatMap(({ one_of }) => one_of))
    return holds.every(({ one_of }) => one_of.some((name) => !excluded.has(name))) ? null : noneLeft('segment')
  },
} as const satisfies FactKind<Segment, MissingName<'segment'>>
