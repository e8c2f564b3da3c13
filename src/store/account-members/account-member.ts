import { endTokens } from '../../access/tokens/generations.ts'
import { AccountMember } from '../../event-types/resources/account-member.ts'
import { accountMembershipsOfMember } from '../account-memberships/account-membership.ts'
import { defineResource } from '../kit/resource.ts'
import { removeAll } from '../kit/rows.ts'
import { eraseStoredResponses } from '../kit/sql/idempotency.ts'
import { optional, reference, text } from '../kit/values/attribute.ts'
import { emailAddress } from '../kit/values/email-address.ts'

export const accountMembers = defineResource({
  type: 'account_member',
  singular: 'account member',
  tag: 'Account members',
  area: 'customers',
  table: 'account_members',
  path: '/account-members',
  access: { read: 'account', write: 'seller' },
  members_see: 'account_member_id',
  hidden: 'personal',
  event: 'account-member',
  event_schema: AccountMember,
  // A member is a user of the account realm: the module of users writes both.
  custom_operations: ['create', 'update', 'remove'],
  key: ['email'],
  references: { user_authentication_info_id: 'user_authentication_info' },
  undeclared: 'people',
  attributes: {
    name: text({ min: 1, description: 'Name of the person.' }),
    email: emailAddress(
      'Unique in the account realm, ignoring case, unless the policy of the realm allows duplicates.',
    ),
    user_authentication_info_id: optional(
      reference({ description: 'The user that the person logs in as; by default their own, which has the same id.' }),
    ),
  },
  constraints: {
    account_members_user: {
      code: 'invalid',
      detail: 'data.user_authentication_info_id must be the id of a user authentication info of this store.',
      pointer: '/data/user_authentication_info_id',
    },
    account_members_user_once: {
      code: 'conflict',
      detail: 'Another account member logs in as this user.',
      pointer: '/data/user_authentication_info_id',
    },
  },
  async prepare(work, { after, before }) {
    if (before !== null && before.user_authentication_info_id !== after.user_authentication_info_id)
      await endTokens(work.tx, [after.id], work.now)
    return []
  },
  async beforeRemove(work, { id }) {
    await eraseStoredResponses(work, [id])
    await removeAll(work, accountMembershipsOfMember, { account_member_id: id })
  },
})
