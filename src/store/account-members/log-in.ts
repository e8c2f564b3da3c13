import type { Access } from '../../access/access.ts'
import { tokenGenerationsOf } from '../../access/generations.ts'
import { passwordMatches } from '../../access/passwords/passwords.ts'
import { AppError } from '../../kernel/errors.ts'
import { selectUser, type User } from '../authentication/store.ts'
import type { StoreDeps } from '../kit/work.ts'
import { checkCode, useCode, wrongCode } from '../one-time-passwords/check.ts'
import { selectAccountsOfMember, selectMemberOfUser } from './store.ts'

export type LogInDeps = Pick<StoreDeps, 'db' | 'clock'> & Pick<Access, 'issue' | 'failures'>

/** What somebody shows to log in. */
export type Proof =
  | { authentication_mechanism: 'password'; password: string }
  | { authentication_mechanism: 'passwordless'; one_time_password_token: string }

export type LogIn = Proof & {
  store_id: string
  password_profile_id: string
  username: string
  /** The one account that is wanted; null for all. */
  account_id: string | null
  /** Network address of whoever logs in. */
  address: string
}

/** `expires` is seconds since the epoch. */
export type AccountToken = { account_id: string; account_name: string; token: string; expires: number }

/** Tokens that one answer holds. */
const MOST_ACCOUNTS = 100

/**
 * A token for each account of whoever logs in. Throws `bad_credentials`, the same for an unknown user and for one who
 * shows the wrong thing, for passwords also in the same time; `too_many_requests`, `unavailable`.
 */
export async function logInMember({ db, clock, issue, failures }: LogInDeps, given: LogIn): Promise<AccountToken[]> {
  const { store_id, password_profile_id, username, account_id, address } = given
  const attempt = { scope: password_profile_id, account: username.toLowerCase(), address }
  const { member_id, token_generations } = await failures.guard(attempt, clock(), async () => {
    const user = await selectUser(db, { owner_id: store_id, password_profile_id, username })
    const user_id = user?.user_authentication_info_id ?? store_id
    const member_id = (await selectMemberOfUser(db, store_id, user_id)) ?? null
    const token_generations = await tokenGenerationsOf(db, member_id === null ? [user_id] : [user_id, member_id])
    await prove(db, given, user, clock)
    return { member_id, token_generations }
  })
  if (member_id === null) return []
  const accounts = await selectAccountsOfMember(db, store_id, member_id, { most: MOST_ACCOUNTS, account_id })
  const rested = await tokenGenerationsOf(
    db,
    accounts.map(({ membership_id }) => membership_id),
  )
  return Promise.all(
    accounts.map(async ({ membership_id, account_id, account_name }) => {
      const own = { ...token_generations, [membership_id]: rested[membership_id] ?? 0 }
      const holder = {
        kind: 'account',
        store_id,
        account_id,
        account_member_id: member_id,
        token_generations: own,
      } as const
      const { token, expires } = await issue(holder)
      return { account_id, account_name, token, expires }
    }),
  )
}

async function prove(db: StoreDeps['db'], given: LogIn, user: User | undefined, clock: StoreDeps['clock']) {
  switch (given.authentication_mechanism) {
    case 'password':
      if (!(await passwordMatches(given.store_id, given.password, user?.password_hash ?? null))) throw wrongPassword()
      return
    case 'passwordless': {
      const { store_id: owner_id, one_time_password_token: code } = given
      const password_profile_info_id = user?.password_profile_info_id ?? owner_id
      const now = clock()
      const place = { owner_id, password_profile_info_id, now }
      const code_id = await checkCode(db, { ...place, purpose: 'passwordless_authentication', code })
      if (code_id === null) throw wrongCode()
      await useCode(db, { ...place, code_id })
    }
  }
}

function wrongPassword(): AppError {
  return new AppError('bad_credentials', [{ detail: 'There is no user with this username and password.' }])
}
