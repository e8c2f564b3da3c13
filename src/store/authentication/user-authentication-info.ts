import { endTokens } from '../../access/tokens/generations.ts'
import { UserAuthenticationInfo } from '../../event-types/resources/user-authentication-info.ts'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { ownerId } from '../../kernel/owner.ts'
import { accountMembers } from '../account-members/account-member.ts'
import { type AnyResource, type Draft, defineResource, type Frame } from '../kit/resource.ts'
import { insert, removeAll, save } from '../kit/rows.ts'
import { eraseStoredResponses } from '../kit/sql/idempotency.ts'
import { lockRow, lockRows, rowExists } from '../kit/store.ts'
import { optional, reference, text } from '../kit/values/attribute.ts'
import { emailAddress } from '../kit/values/email-address.ts'
import type { Work } from '../kit/work.ts'
import { createAccountOfMember } from './account-of-member.ts'
import { authenticationRealms } from './authentication-realm.ts'
import { userOfMember } from './member-link.ts'
import { passwordProfileInfo } from './password-profile-info.ts'
import { lockEmailPolicy, readEmailPolicy } from './store.ts'
import { hasUniqueEmails } from './users.ts'

export const userAuthenticationInfo: AnyResource = defineResource({
  type: 'user_authentication_info',
  singular: 'user authentication info',
  plural: 'user authentication info',
  tag: 'User authentication info',
  area: 'customers',
  table: 'user_authentication_info',
  path: '/authentication-realms/:authentication_realm_id/user-authentication-info',
  parents: [{ parameter: 'authentication_realm_id', table: 'authentication_realms', singular: 'authentication realm' }],
  hidden: 'personal',
  // Members may change their own if the store's settings allow it.
  access: { read: 'seller', write: 'seller', update: 'shopper' },
  custom_operations: ['update'],
  event: 'user-authentication-info',
  event_schema: UserAuthenticationInfo,
  key: ['email'],
  undeclared: 'people',
  attributes: {
    name: text({ min: 1, description: 'Name of the user.' }),
    email: emailAddress('Unique in the realm, ignoring case, if the policy of the realm does not allow duplicates.'),
  },
  ignores: { username: 'Usernames belong to the password profile info of the user.' },
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
    const policy = await (before === null ? lockEmailPolicy : readEmailPolicy)(work.tx, after)
    after.unique_email = policy !== undefined && hasUniqueEmails(policy) ? after.email : null
    return []
  },
  afterWrite: writeMember,
  async beforeRemove(work, { id, authentication_realm_id }) {
    await eraseStoredResponses(work, [id])
    await removeAll(work, passwordProfileInfo, { user_authentication_info_id: id })
    if (await isAccountRealm(work, authentication_realm_id)) await removeAll(work, accountMembers, { id })
    await unlinkMembers(work, id)
    await endTokens(work.tx, [id], work.now)
  },
})

type UserRow = Frame & { authentication_realm_id: string; name: string; email: string }

/** A user of the account realm is an account member with the same id. */
async function writeMember(work: Work, { after, sent }: Draft<UserRow>): Promise<void> {
  const { id, name, email, authentication_realm_id } = after
  if (!(await isAccountRealm(work, authentication_realm_id))) return
  const member = await lockRow(work.tx, accountMembers, { owner_id: ownerId(work.owner), id })
  const link = userOfMember(id, sent)
  if (member !== undefined) {
    await save(work, accountMembers, member, { name, email, ...link })
    return
  }
  await insert(work, accountMembers, { id, name, email, user_authentication_info_id: id, ...link })
  await createAccountOfMember(work, { id, name })
}

async function isAccountRealm({ tx, owner }: Work, id: string): Promise<boolean> {
  return rowExists(tx, authenticationRealms.table, { owner_id: ownerId(owner), id, origin: 'account' })
}

/** Account members who logged in as a deleted user of another realm log in as themselves again. */
async function unlinkMembers(work: Work, user_authentication_info_id: string): Promise<void> {
  const scope = { owner_id: ownerId(work.owner), user_authentication_info_id }
  for (const member of await lockRows(work.tx, accountMembers, scope))
    await save(work, accountMembers, member, { user_authentication_info_id: member.id })
}
