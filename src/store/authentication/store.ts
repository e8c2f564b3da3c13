import { query } from '../../db/pool.ts'
import type { Database, Transaction } from '../../db/tables.ts'

type InRealm = { owner_id: string; authentication_realm_id: string }

/** Makes e-mail addresses unique in a realm, or lets them be the same. */
export async function updateUniqueEmails(
  tx: Transaction,
  owner_id: string,
  authentication_realm_id: string,
  { isUnique }: { isUnique: boolean },
): Promise<void> {
  await query(
    tx,
    `update user_authentication_info set unique_email = case when $3 then email end
      where owner_id = $1 and authentication_realm_id = $2`,
    [owner_id, authentication_realm_id, isUnique],
  )
}

/** The policy that a new user comes under; a change of it waits, for it would not see the user. */
export function holdEmailPolicy(tx: Transaction, place: InRealm): Promise<string | undefined> {
  return selectEmailPolicy(tx, place, 'for share')
}

/** The policy that a locked user is under; a change of it waits for the user, or was there before. */
export function readEmailPolicy(tx: Transaction, place: InRealm): Promise<string | undefined> {
  return selectEmailPolicy(tx, place, '')
}

async function selectEmailPolicy(tx: Transaction, place: InRealm, lock: string): Promise<string | undefined> {
  const rows = await query<{ duplicate_email_policy: string }>(
    tx,
    `select duplicate_email_policy from authentication_realms where owner_id = $1 and id = $2 ${lock}`,
    [place.owner_id, place.authentication_realm_id],
  )
  return rows[0]?.duplicate_email_policy
}

export type Profile = { username_format: 'any' | 'email'; enable_one_time_password_token: boolean }

/** Undefined when the realm has no such password profile. */
export async function selectProfile(db: Database, place: InRealm & { id: string }): Promise<Profile | undefined> {
  const rows = await query<Profile>(
    db,
    `select username_format, enable_one_time_password_token from password_profiles
      where owner_id = $1 and authentication_realm_id = $2 and id = $3`,
    [place.owner_id, place.authentication_realm_id, place.id],
  )
  return rows[0]
}

/** A user as somebody who signs in under a password profile names it. */
export type UserName = { owner_id: string; password_profile_id: string; username: string }

export type User = {
  password_profile_info_id: string
  authentication_realm_id: string
  user_authentication_info_id: string
  username: string
  password_hash: string | null
  name: string
  email: string
}

export async function selectUser(db: Database, wanted: UserName): Promise<User | undefined> {
  const rows = await query<User>(
    db,
    `select i.id as password_profile_info_id, i.authentication_realm_id, i.user_authentication_info_id, i.username,
            i.password_hash, u.name, u.email
       from password_profiles p
       join password_profile_info i on i.owner_id = p.owner_id and i.password_profile_id = p.id
       join user_authentication_info u on u.owner_id = i.owner_id and u.id = i.user_authentication_info_id
      where p.owner_id = $1 and p.id = $2
        and i.username = case p.username_format when 'email' then lower($3) else $3 end`,
    [wanted.owner_id, wanted.password_profile_id, wanted.username],
  )
  return rows[0]
}
