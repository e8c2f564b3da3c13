import type { ConditionKind } from './condition.ts'
import { CERTAIN_CUSTOMERS, oneOf } from './one-of.ts'

export const account: ConditionKind<'account'> = oneOf(
  'account',
  ({ account_id }) => (account_id === null ? [] : [account_id]),
  () => CERTAIN_CUSTOMERS,
)
