import type { ConditionKind } from './condition.ts'
import { oneOf } from './one-of.ts'

export const channel: ConditionKind<'channel'> = oneOf(
  'channel',
  ({ channel }) => (channel === null ? [] : [channel]),
  () => ({ does: 'through certain sales channels', does_not: 'through all but certain sales channels' }),
)
