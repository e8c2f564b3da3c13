import type { Access } from '../../access/access.ts'
import { tokenGenerationsOf } from '../../access/tokens/generations.ts'
import { AppError } from '../../kernel/errors.ts'
import { checkCode, useCode, wrongCode } from '../authentication/one-time-passwords/check.ts'
import { accountTokenLifetime } from '../authentication/settings/account-settings.ts'
import { selectUser, type User } from '../authentication/store.ts'
import type { WriteDeps } from '../kit/operations.ts'
import { selectAccountsOfMember, selectMemberOfUser } from './store.ts'

export type LogInDeps = Pick<WriteDeps, 'db' | 'clock' | 'passwords'> & Pick<Access, 'issue' | 'failures'>

/** The credentials of a login. */
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

/** `expires` is seconds since the epoch. */
export type AccountToken = { account_id: string; account_name: string; token: string; expires: number }

/** Tokens in one response. */
const MAX_ACCOUNTS = 100

/**
 * Logs a member in and returns a token for each account. Throws `too_many_requests`, `unavailable` and `bad_credentials`,
 * which does not distinguish unknown users from wrong credentials; for passwords it takes the same time.
 */
export async function logInMember(deps: LogInDeps, logIn: LogIn): Promise<AccountToken[]> {
  const { db, clock, issue, failures } = deps
  const { store_id, password_profile_id, username, account_id, address } = logIn
  const attempt = { scope: password_profile_id, account: username.toLowerCase(), address }
  const { member_id, token_generations } = await failures.guard(attempt, clock(), async () => {
    const user = await selectUser(db, { owner_id: store_id, password_profile_id, username })
    const user_id = user?.user_authentication_info_id ?? store_id
    const member_id = (await selectMemberOfUser(db, store_id, user_id)) ?? null
    const token_generations = await tokenGenerationsOf(db, member_id === null ? [user_id] : [user_id, member_id])
    await checkProof(deps, logIn, user)
    return { member_id, token_generations }
  })
  if (member_id === null) return []
  const accounts = await selectAccountsOfMember(db, store_id, member_id, { limit: MAX_ACCOUNTS, account_id })
  const membershipGenerations = await tokenGenerationsOf(
    db,
    accounts.map(({ membership_id }) => membership_id),
  )
  const lifetime_seconds = await accountTokenLifetime(db, store_id)
  return Promise.all(
    accounts.map(async ({ membership_id, account_id, account_name }) => {
      const own = { ...token_generations, [membership_id]: membershipGenerations[membership_id] ?? 0 }
      const holder = {
        kind: 'account',
        store_id,
        account_id,
        account_member_id: member_id,
        token_generations: own,
      } as const
      const { token, expires } = await issue(holder, lifetime_seconds)
      return { account_id, account_name, token, expires }
    }),
  )
}

async function checkProof({ db, clock, passwords }: LogInDeps, logIn: LogIn, user: User | undefined) {
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
