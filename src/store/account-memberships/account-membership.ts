import { Type } from 'typebox'
import { endTokens } from '../../access/generations.ts'
import { optional, reference, text } from '../kit/attribute.ts'
import { defineResource } from '../kit/resource.ts'
import type { Work } from '../kit/work.ts'

const PATH = '/accounts/:account_id/account-memberships'

const role = optional(text({ min: 1, max: 64, description: 'What the member is in the account, such as `buyer`.' }))
const account_member_id = reference({ description: 'The account member who belongs to the account.' }, { fixed: true })

const toOne = (type: 'account' | 'account_member') =>
  Type.Object({ data: Type.Object({ type: Type.Literal(type), id: Type.String({ format: 'uuid' }) }) })

/** The same rows, from either side. */
const common = {
  type: 'account_membership',
  table: 'account_memberships',
  event: 'account-membership',
  shows: { relationships: { account: toOne('account'), account_member: toOne('account_member') } },
  show: (row: { account_id: string; account_member_id: string }) => ({
    relationships: {
      account: { data: { type: 'account', id: row.account_id } },
      account_member: { data: { type: 'account_member', id: row.account_member_id } },
    },
  }),
  async beforeRemove(work: Work, { id }: { id: string }) {
    await endTokens(work.tx, [id], work.now)
  },
}

export const accountMemberships = defineResource({
  ...common,
  one: 'account membership',
  tag: 'Account memberships',
  path: PATH,
  parents: [{ parameter: 'account_id', table: 'accounts', one: 'account' }],
  attributes: { account_member_id, role },
  kept: { account_id: reference() },
  constraints: {
    account_memberships_member: {
      code: 'invalid',
      detail: 'data.account_member_id names no account member of this store.',
      pointer: '/data/account_member_id',
    },
    account_memberships_pair: {
      code: 'conflict',
      detail: 'The account member belongs to this account already.',
      pointer: '/data/account_member_id',
    },
  },
})

/** Read only: what changes them stands below the account. */
export const accountMembershipsOfMember = defineResource({
  ...common,
  one: 'membership of an account member',
  many: 'memberships of an account member',
  tag: 'Account memberships',
  path: '/account-members/:account_member_id/account-memberships',
  pathOfRow: ({ account_id, id }) => `/accounts/${account_id}/account-memberships/${id}`,
  parents: [{ parameter: 'account_member_id', table: 'account_members', one: 'account member' }],
  attributes: { account_member_id, role },
  kept: { account_id: reference() },
})
