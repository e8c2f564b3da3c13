import { alternatives } from '../explanations/wording.ts'
import type { FactKind } from './fact.ts'
import { type MissingName, noneLeft, type OneOf, oneOf, privateRequirement } from './one-of.ts'

export type Segment = OneOf<'segment'>

export const segment = {
  ...oneOf(
    'segment',
    ({ segments }) => segments,
    (names, wording) => privateRequirement('for', 'customers', wording.names && `segment ${alternatives(names)}`),
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
