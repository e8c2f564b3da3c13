import { endTokens } from '../../access/generations.ts'
import { UserAuthenticationInfo } from '../../event-types/resources/user-authentication-info.ts'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { ownerId } from '../../kernel/owner.ts'
import { accountMembers } from '../account-members/account-member.ts'
import { optional, reference, text } from '../kit/attribute.ts'
import { emailAddress } from '../kit/email-address.ts'
import { type AnyResource, defineResource } from '../kit/resource.ts'
import { removeAll, save } from '../kit/rows.ts'
import { eraseStoredResponses } from '../kit/sql/idempotency.ts'
import { lockRows } from '../kit/store.ts'
import type { Work } from '../kit/work.ts'
import { passwordProfileInfo } from './password-profile-info.ts'
import { lockEmailPolicy, readEmailPolicy } from './store.ts'

export const userAuthenticationInfo: AnyResource = defineResource({
  type: 'user_authentication_info',
  singular: 'user authentication info',
  plural: 'user authentication info',
  tag: 'User authentication info',
  table: 'user_authentication_info',
  path: '/authentication-realms/:authentication_realm_id/user-authentication-info',
  parents: [{ parameter: 'authentication_realm_id', table: 'authentication_realms', singular: 'authentication realm' }],
  event: 'user-authentication-info',
  event_schema: UserAuthenticationInfo,
  attributes: {
    name: text({ min: 1, description: 'Name of the user.' }),
    email: emailAddress('Unique in the realm, ignoring case, if the policy of the realm does not allow duplicates.'),
  },
  internal: { authentication_realm_id: reference(), unique_email: optional(text()) },
  constraints: {
    user_authentication_info_email: {
      code: 'conflict',
      detail: 'Another user of the realm has this e-mail address.',
      pointer: '/data/email',
    },
  },
  show: ({ id, updated_at }) => ({
    meta: { created_at: isoTime(timeOfId(id)), updated_at: isoTime(updated_at), creation_status: 'COMPLETE' },
  }),
  async prepare(work, { after, before }) {
    after.email = after.email.toLowerCase()
    const policy = await (before === null ? lockEmailPolicy : readEmailPolicy)(work.tx, after)
    after.unique_email = policy === 'unallowed' ? after.email : null
    return []
  },
  async beforeRemove(work, { id }) {
    await eraseStoredResponses(work, [id])
    await removeAll(work, passwordProfileInfo, { user_authentication_info_id: id })
    await unlinkMembers(work, id)
    await endTokens(work.tx, [id], work.now)
  },
})

/** Keeps the account members of a deleted user, without the link to it. */
async function unlinkMembers(work: Work, user_authentication_info_id: string): Promise<void> {
  const scope = { owner_id: ownerId(work.owner), user_authentication_info_id }
  for (const member of await lockRows(work.tx, accountMembers, scope))
    await save(work, accountMembers, member, { user_authentication_info_id: null })
}
