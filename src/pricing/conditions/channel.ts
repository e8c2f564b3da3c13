import type { FactKind } from './fact.ts'
import { type MissingName, type OneOf, oneOf } from './one-of.ts'

export type Channel = OneOf<'channel'>

export const channel = {
  ...oneOf(
    'channel',
    ({ channel }) => (channel === null ? [] : [channel]),
    () => ({ does: 'through certain sales channels', does_not: 'through all but certain sales channels' }),
  ),
  description: 'The request names a channel of `one_of`.',
} as const satisfies FactKind<Channel, MissingName<'channel'>>
