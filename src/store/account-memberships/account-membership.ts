import { endTokens } from '../../access/tokens/generations.ts'
import { type RowLimit, requireCapacity } from '../../db/row-limit.ts'
import { AccountMembership } from '../../event-types/resources/account-membership.ts'
import { ownerId } from '../../kernel/owner.ts'
import { type Draft, defineResource, type Frame } from '../kit/resource.ts'
import { optional, reference, text } from '../kit/values/attribute.ts'
import type { Work } from '../kit/work.ts'
import { readSettings } from '../settings/read.ts'

const PATH = '/accounts/:account_id/account-memberships'

const role = optional(text({ min: 1, max: 64, description: 'Role of the member in the account, such as `buyer`.' }))
const account_member_id = reference({ description: 'The account member who belongs to the account.' }, { fixed: true })

/** Shared by the two resources over the same table: the memberships of an account and those of a member. */
const common = {
  type: 'account_membership',
  table: 'account_memberships',
  event: 'account-membership' as const,
  event_schema: AccountMembership,
  access: { read: 'account', write: 'seller' } as const,
  show: (row: { account_id: string; account_member_id: string }) => ({
    relationships: {
      account: { data: { type: 'account' as const, id: row.account_id } },
      account_member: { data: { type: 'account_member' as const, id: row.account_member_id } },
    },
  }),
  async beforeRemove(work: Work, { id }: { id: string }) {
    await endTokens(work.tx, [id], work.now)
  },
}

/** The settings limit the accounts per member. */
async function requireCapacityOfMember(
  { tx, owner }: Work,
  { after, before }: Draft<Frame & { account_member_id: string }>,
) {
  if (before !== null) return []
  const { membership_limit } = await readSettings(tx, ownerId(owner))
  const limit = { ...membershipLimit, max: membership_limit }
  await requireCapacity(tx, limit, after.owner_id, after.account_member_id)
  return []
}

const membershipLimit: Omit<RowLimit, 'max'> = {
  holder: 'An account member',
  things: 'account memberships',
  rows: 'account_memberships where owner_id = $1 and account_member_id = $2',
  advice: 'Delete one, or raise `membership_limit` in the settings.',
}

export const accountMemberships = defineResource({
  ...common,
  singular: 'account membership',
  tag: 'Account memberships',
  area: 'customers',
  path: PATH,
  parents: [{ parameter: 'account_id', table: 'accounts', singular: 'account' }],
  key: ['account_member_id'],
  references: { account_member_id: 'account_member' },
  undeclared: 'people',
  attributes: { account_member_id, role },
  related: { account_member: { attribute: 'account_member_id', type: 'account_member' } },
  internal: { account_id: reference() },
  prepare: requireCapacityOfMember,
  constraints: {
    account_memberships_member: {
      code: 'invalid',
      detail: 'data.account_member_id must be the id of an account member of this store.',
      pointer: '/data/account_member_id',
    },
    account_memberships_pair: {
      code: 'conflict',
      detail: 'The account member already belongs to this account.',
      pointer: '/data/account_member_id',
    },
  },
})

/** Read-only, since memberships are changed below their account. */
export const accountMembershipsOfMember = defineResource({
  ...common,
  singular: 'membership of an account member',
  plural: 'memberships of an account member',
  tag: 'Account memberships',
  area: 'customers',
  path: '/account-members/:account_member_id/account-memberships',
  pathOfRow: ({ account_id, id }) => `/accounts/${account_id}/account-memberships/${id}`,
  parents: [{ parameter: 'account_member_id', table: 'account_members', singular: 'account member' }],
  attributes: { account_member_id, role },
  internal: { account_id: reference() },
})
