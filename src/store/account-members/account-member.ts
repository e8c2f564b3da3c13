import { endTokens } from '../../access/generations.ts'
import { accountMembershipsOfMember } from '../account-memberships/account-membership.ts'
import { optional, reference, text } from '../kit/attribute.ts'
import { emailAddress } from '../kit/email-address.ts'
import { eraseAnswers } from '../kit/idempotency.ts'
import { defineResource } from '../kit/resource.ts'
import { removeAll } from '../kit/rows.ts'

export const accountMembers = defineResource({
  type: 'account_member',
  one: 'account member',
  tag: 'Account members',
  table: 'account_members',
  path: '/account-members',
  event: 'account-member',
  attributes: {
    name: text({ min: 1, description: 'Name of the person.' }),
    email: emailAddress('Unique among the account members of the store, whatever its letters’ case.'),
    user_authentication_info_id: optional(
      reference({ description: 'The user as whom the person logs in; null while that is nobody.' }),
    ),
  },
  constraints: {
    account_members_email: {
      code: 'conflict',
      detail: 'Another account member has this e-mail address.',
      pointer: '/data/email',
    },
    account_members_user: {
      code: 'invalid',
      detail: 'data.user_authentication_info_id names no user authentication info of this store.',
      pointer: '/data/user_authentication_info_id',
    },
    account_members_user_once: {
      code: 'conflict',
      detail: 'Another account member logs in as this user.',
      pointer: '/data/user_authentication_info_id',
    },
  },
  async prepare(work, { after, before }) {
    after.email = after.email.toLowerCase()
    if (before !== null && before.user_authentication_info_id !== after.user_authentication_info_id)
      await endTokens(work.tx, [after.id], work.now)
    return []
  },
  async beforeRemove(work, { id }) {
    await eraseAnswers(work, [id])
    await removeAll(work, accountMembershipsOfMember, { account_member_id: id })
  },
})
