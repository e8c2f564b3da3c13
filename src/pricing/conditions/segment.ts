import type { ConditionKind } from './condition.ts'
import { CERTAIN_CUSTOMERS, oneOf } from './one-of.ts'

export const segment: ConditionKind<'segment'> = oneOf(
  'segment',
  ({ segments }) => segments,
  () => CERTAIN_CUSTOMERS,
)
