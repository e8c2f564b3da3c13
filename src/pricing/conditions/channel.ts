import { alternatives } from '../explanations/wording.ts'
import type { FactKind } from './fact.ts'
import { type MissingName, type OneOf, oneOf, privateRequirement } from './one-of.ts'

export type Channel = OneOf<'channel'>

export const channel = {
  ...oneOf(
    'channel',
    ({ channel }) => (channel === null ? [] : [channel]),
    (names, wording) =>
      privateRequirement('through', 'sales channels', wording.names && `channel ${alternatives(names)}`),
  ),
  description: 'The request names a channel of `one_of`.',
} as const satisfies FactKind<Channel, MissingName<'channel'>>
