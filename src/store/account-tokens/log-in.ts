import type { Access } from '../../access/access.ts'
import { tokenGenerationsOf } from '../../access/tokens/generations.ts'
import type { TokenGenerations } from '../../access/tokens/token.ts'
import { isoTime } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/duration.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import { checkCode, useCode, wrongCode } from '../authentication/one-time-passwords/check.ts'
import { accountTokenLifetime } from '../authentication/settings/account-settings.ts'
import { selectUser, type User } from '../authentication/store.ts'
import type { WriteDeps } from '../kit/operations.ts'
import { selectAccountsOfMember, selectMemberOfUser } from './store.ts'

export type LogInDeps = Pick<WriteDeps, 'db' | 'clock' | 'passwords'> & Pick<Access, 'issue' | 'failures'>

export type Proof =
  | { authentication_mechanism: 'password'; password: string }
  | { authentication_mechanism: 'passwordless'; one_time_password_token: string }

export type LogIn = Proof & {
  organization_id: string
  store_id: string
  password_profile_id: string
  username: string
  /** Limits the response to one account; null for all. */
  account_id: string | null
  /** Network address of the client that logs in. */
  address: string
}

/** `expires` is an ISO 8601 timestamp. */
type AccountToken = { account_id: string; account_name: string; token: string; expires: string }

/** `member_id` is null if the user is not an account member. */
export type LoggedIn = { member_id: string | null; tokens: AccountToken[] }

/** Tokens per response. */
export const MAX_ACCOUNTS = 100

/**
 * Logs a member in and returns a token per account. Throws `invalid` for an unknown password profile, which is not a
 * secret, `too_many_requests`, `unavailable` and `bad_credentials`, which does not distinguish unknown users from wrong
 * credentials; for passwords, both take the same time.
 */
export async function logInMember(deps: LogInDeps, logIn: LogIn): Promise<LoggedIn> {
  const { db, clock, issue, failures } = deps
  const { store_id, password_profile_id, username, account_id, address } = logIn
  const named = await selectUser(db, { owner_id: store_id, password_profile_id, username })
  if (named === undefined) throw invalid([UNKNOWN_PROFILE])
  const { compared_username, user } = named
  // Usernames that differ only in case may be two users, so a login of one must not reset the failures of the other.
  const attempt = { scope: password_profile_id, account: compared_username, address }
  const { member_id, token_generations } = await failures.guard(attempt, clock(), async () => {
    const user_id = user?.user_authentication_info_id ?? store_id
    const member_id = (await selectMemberOfUser(db, store_id, user_id)) ?? null
    const token_generations = await tokenGenerationsOf(db, member_id === null ? [user_id] : [user_id, member_id])
    await checkProof(deps, logIn, user)
    return { member_id, token_generations }
  })
  const tokens =
    member_id === null ? [] : await issueTokens({ db, issue }, { store_id, member_id, account_id, token_generations })
  return { member_id, tokens }
}

const UNKNOWN_PROFILE = {
  detail:
    'data.password_profile_id must be the id of a password profile of this store: GET /v2/authentication-realms/{id}/password-profiles lists those of a realm.',
  pointer: '/data/password_profile_id',
}

/**
 * Renews the tokens of a logged-in member, for all accounts or for one. The new tokens keep the generations of the
 * presented token, so that they are revoked together with it.
 */
export async function renewTokens(
  deps: Pick<LogInDeps, 'db' | 'issue'>,
  { store_id, member_id, account_id, token_generations }: Member,
): Promise<LoggedIn> {
  return { member_id, tokens: await issueTokens(deps, { store_id, member_id, account_id, token_generations }) }
}

/** `account_id` as in `LogIn`. */
type Member = { store_id: string; member_id: string; account_id: string | null; token_generations: TokenGenerations }

/** Issues tokens of a member for its accounts, at most `MAX_ACCOUNTS`. */
export async function issueTokens(
  { db, issue }: Pick<LogInDeps, 'db' | 'issue'>,
  { store_id, member_id, account_id, token_generations }: Member,
): Promise<AccountToken[]> {
  const accounts = await selectAccountsOfMember(db, store_id, member_id, { limit: MAX_ACCOUNTS, account_id })
  const memberships = accounts.map(({ membership_id }) => membership_id)
  const membershipGenerations = await tokenGenerationsOf(db, memberships)
  const common = Object.entries(token_generations).filter(([id]) => !memberships.includes(id))
  const lifetime_seconds = await accountTokenLifetime(db, store_id)
  return Promise.all(
    accounts.map(async ({ membership_id, account_id, account_name }) => {
      const own = Object.fromEntries([...common, [membership_id, membershipGenerations[membership_id] ?? 0]])
      const account_member_id = member_id
      const holder = { kind: 'account', store_id, account_id, account_member_id, token_generations: own } as const
      const { token, expires } = await issue(holder, lifetime_seconds)
      return { account_id, account_name, token, expires: isoTime(expires * SECOND) }
    }),
  )
}

async function checkProof({ db, clock, passwords }: LogInDeps, logIn: LogIn, user: User | null) {
  switch (logIn.authentication_mechanism) {
    case 'password':
      if (!(await passwords.matches(logIn.organization_id, logIn.password, user?.password_hash ?? null)))
        throw wrongPassword()
      return
    case 'passwordless': {
      const { store_id: owner_id, one_time_password_token: code } = logIn
      const password_profile_info_id = user?.password_profile_info_id ?? owner_id
      const now = clock()
      const holder = { owner_id, password_profile_info_id, now }
      const code_id = await checkCode(db, { ...holder, purpose: 'passwordless_authentication', code })
      if (code_id === null) throw wrongCode()
      await useCode(db, { ...holder, code_id })
    }
  }
}

function wrongPassword(): AppError {
  return new AppError('bad_credentials', [{ detail: 'Unknown username or wrong password.' }])
}
