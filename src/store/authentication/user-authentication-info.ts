import { Type } from 'typebox'
import { endTokens } from '../../access/generations.ts'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { ownerId } from '../../kernel/owner.ts'
import { accountMembers } from '../account-members/account-member.ts'
import { optional, reference, text } from '../kit/attribute.ts'
import { emailAddress } from '../kit/email-address.ts'
import { eraseAnswers } from '../kit/idempotency.ts'
import { type AnyResource, defineResource } from '../kit/resource.ts'
import { removeAll, save } from '../kit/rows.ts'
import { lockRows } from '../kit/store.ts'
import type { Work } from '../kit/work.ts'
import { passwordProfileInfo } from './password-profile-info.ts'
import { holdEmailPolicy, readEmailPolicy } from './store.ts'

export const userAuthenticationInfo: AnyResource = defineResource({
  type: 'user_authentication_info',
  one: 'user authentication info',
  many: 'user authentication info',
  tag: 'User authentication info',
  table: 'user_authentication_info',
  path: '/authentication-realms/:authentication_realm_id/user-authentication-info',
  parents: [{ parameter: 'authentication_realm_id', table: 'authentication_realms', one: 'authentication realm' }],
  event: 'user-authentication-info',
  attributes: {
    name: text({ min: 1, description: 'Name of the user.' }),
    email: emailAddress('Unique in the realm, whatever its letters’ case, where its policy says so.'),
  },
  kept: { authentication_realm_id: reference(), unique_email: optional(text()) },
  constraints: {
    user_authentication_info_email: {
      code: 'conflict',
      detail: 'Another user of the realm has this e-mail address.',
      pointer: '/data/email',
    },
  },
  shows: {
    meta: {
      created_at: Type.String({ format: 'date-time' }),
      updated_at: Type.String({ format: 'date-time' }),
      creation_status: Type.Literal('COMPLETE'),
    },
  },
  show: ({ id, updated_at }) => ({
    meta: { created_at: isoTime(timeOfId(id)), updated_at: isoTime(updated_at), creation_status: 'COMPLETE' },
  }),
  async prepare(work, { after, before }) {
    after.email = after.email.toLowerCase()
    const policy = await (before === null ? holdEmailPolicy : readEmailPolicy)(work.tx, after)
    after.unique_email = policy === 'unallowed' ? after.email : null
    return []
  },
  async beforeRemove(work, { id }) {
    await eraseAnswers(work, [id])
    await removeAll(work, passwordProfileInfo, { user_authentication_info_id: id })
    await leaveMembers(work, id)
    await endTokens(work.tx, [id], work.now)
  },
})

/** Account members stay, without somebody to log in as. */
async function leaveMembers(work: Work, user_authentication_info_id: string): Promise<void> {
  const scope = { owner_id: ownerId(work.owner), user_authentication_info_id }
  for (const member of await lockRows(work.tx, accountMembers, scope))
    await save(work, accountMembers, member, { user_authentication_info_id: null })
}
