import { namedWords } from '../explanations/wording.ts'
import { Id, NamesOf } from '../members.ts'
import type { FactKind } from './fact.ts'
import { type MissingName, type OneOf, oneOf, privateRequirement } from './one-of.ts'

export type Account = OneOf<'account'>

export const account = {
  ...oneOf(
    'account',
    ({ account_id }) => (account_id === null ? [] : [account_id]),
    (ids, { names }) =>
      privateRequirement('for', 'customers', names && namedWords(ids, ['account', 'accounts'], names)),
  ),
  description: 'The shopper buys for an account of `one_of`.',
  members: { one_of: NamesOf(Id) },
  canonical: ({ kind, one_of }) => ({ kind, one_of: one_of.map((id) => id.toLowerCase()) }),
  isPrivate: true,
} as const satisfies FactKind<Account, MissingName<'account'>>
