import { Id, NamesOf } from '../members.ts'
import type { FactKind } from './fact.ts'
import { CERTAIN_CUSTOMERS, type MissingName, type OneOf, oneOf } from './one-of.ts'

export type Account = OneOf<'account'>

export const account = {
  ...oneOf(
    'account',
    ({ account_id }) => (account_id === null ? [] : [account_id]),
    () => CERTAIN_CUSTOMERS,
  ),
  description: 'The shopper buys for an account of `one_of`.',
  members: { one_of: NamesOf(Id) },
  canonical: ({ kind, one_of }) => ({ kind, one_of: one_of.map((id) => id.toLowerCase()) }),
  isPrivate: true,
} as const satisfies FactKind<Account, MissingName<'account'>>
