import type { Access } from '../../access/access.ts'
import { tokenGenerationsOf } from '../../access/tokens/generations.ts'
import { AppError } from '../../kernel/errors.ts'
import type { ActingOwner } from '../../kernel/requester.ts'
import { membersOf } from '../authentication/guard-new-name.ts'
import { createMember } from '../authentication/members.ts'
import { passwordProfileInfo } from '../authentication/password-profile-info.ts'
import { realmOf } from '../authentication/realms-of-store.ts'
import { allowsMemberSignup } from '../authentication/settings/account-settings.ts'
import type { WriteDeps } from '../kit/operations.ts'
import { insert } from '../kit/rows.ts'
import { change } from '../kit/work.ts'
import { issueTokens, type LoggedIn } from './log-in.ts'

type Deps = WriteDeps & Pick<Access, 'issue' | 'failures'>

export type SignUp = {
  password_profile_id: string
  username: string
  password: string
  name: string
  email: string
  /** Network address of the client. */
  address: string
}

type StoreOwner = ActingOwner & { store_id: string }

/**
 * Creates an account member with a username and a password, and logs it in. A conflict reveals that a username or an
 * address is taken, so attempts are limited like logins. Throws `forbidden` unless the store's settings allow
 * registration, `too_many_requests`, `invalid`, `conflict` and `unavailable`.
 */
export async function signUpMember(deps: Deps, owner: StoreOwner, signUp: SignUp): Promise<LoggedIn> {
  const { db, clock, failures } = deps
  const { store_id } = owner
  if (!(await allowsMemberSignup(db, store_id))) throw new AppError('forbidden', [{ detail: NOT_ALLOWED }])
  const { username, address } = signUp
  const attempt = { scope: membersOf(store_id), account: username.toLowerCase(), address }
  const member_id = await failures.guardSignUp(attempt, clock(), () => createWithPassword(deps, owner, signUp))
  const token_generations = await tokenGenerationsOf(db, [member_id])
  return { member_id, tokens: await issueTokens(deps, { store_id, member_id, account_id: null, token_generations }) }
}

const NOT_ALLOWED =
  'Only a seller can create account members of this store, unless it sets enable_self_signup to true with PUT /v2/settings/account-authentication.'

/** Returns the id of the member, which is also that of its user. */
async function createWithPassword(
  deps: Deps,
  owner: StoreOwner,
  { name, email, password_profile_id, username, password }: SignUp,
): Promise<string> {
  const password_hash = await deps.passwords.hash({ owner_id: owner.organization_id }, password)
  return change(deps, owner, async (work) => {
    const { id: authentication_realm_id } = await realmOf(work, 'account')
    const { id } = await createMember(work, { name, email })
    const user = { authentication_realm_id, user_authentication_info_id: id }
    await insert(work, passwordProfileInfo, { ...user, password_profile_id, username, password_hash } as object)
    return id
  })
}
