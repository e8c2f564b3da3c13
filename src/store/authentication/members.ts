import { ownerId } from '../../kernel/owner.ts'
import { checkVersion } from '../../kernel/version.ts'
import { accountMembers } from '../account-members/account-member.ts'
import { lockOne, type Update } from '../kit/operations.ts'
import { insert, remove, save } from '../kit/rows.ts'
import { lockRow, type RowOf } from '../kit/store.ts'
import type { Work } from '../kit/work.ts'
import { userOfMember } from './member-link.ts'
import { realmOf } from './realms-of-store.ts'
import { userAuthenticationInfo } from './user-authentication-info.ts'

type Sent = Update['sent']
type Member = RowOf<typeof accountMembers>

/** Creates an account member and its user in the account realm with the same id. Throws `invalid` and `conflict`. */
export async function createMember(work: Work, sent: Sent): Promise<Member> {
  const { id: authentication_realm_id } = await realmOf(work, 'account')
  const values = { authentication_realm_id, name: sent.name, email: sent.email }
  const { id } = await insert(work, userAuthenticationInfo, values as object, linkIn(sent))
  return lockOne(work, accountMembers, { id })
}

/** Updates an account member and its user. Throws `not_found`, `conflict` and `invalid`. */
export async function updateMember(work: Work, { id, sent, expected_version }: Update): Promise<Member> {
  const user = await lockUser(work, id)
  const before = await lockOne(work, accountMembers, { id })
  checkVersion(accountMembers.singular, before.version, expected_version)
  const { name = before.name, email = before.email } = sent
  if (user === undefined) await createUser(work, before, { name, email })
  else await save(work, userAuthenticationInfo, user, { name, email } as object, linkIn(sent))
  const after = await lockOne(work, accountMembers, { id })
  return save(work, accountMembers, after, userOfMember(id, sent))
}

/** Deletes an account member and its user. Throws `not_found` and `conflict`. */
export async function removeMember(work: Work, { id, expected_version }: Omit<Update, 'sent'>): Promise<void> {
  const user = await lockUser(work, id)
  const member = await lockOne(work, accountMembers, { id })
  checkVersion(accountMembers.singular, member.version, expected_version)
  if (user === undefined) await remove(work, accountMembers, member)
  else await remove(work, userAuthenticationInfo, user)
}

/** Locks the user before the member, the order of changes to the user itself. */
function lockUser(work: Work, id: string) {
  return lockRow(work.tx, userAuthenticationInfo, { owner_id: ownerId(work.owner), id }, 'no key update')
}

/** Members created by an earlier release may have no user yet. */
async function createUser(work: Work, { id }: Member, values: { name: unknown; email: unknown }): Promise<void> {
  const { id: authentication_realm_id } = await realmOf(work, 'account')
  await insert(work, userAuthenticationInfo, { id, authentication_realm_id, ...values } as object)
}

function linkIn({ user_authentication_info_id }: Sent): Sent {
  return user_authentication_info_id === undefined ? {} : { user_authentication_info_id }
}
