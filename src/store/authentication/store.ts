import { type Database, query, type Transaction } from '../../db/database.ts'
import type { Rows } from '../../db/rows.ts'

type RealmRef = { owner_id: string; authentication_realm_id: string }

/** Makes e-mail addresses unique in a realm, or allows duplicates. */
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

/** Returns the policy for a new user, locked because a concurrent change would not see the user's row yet. */
export function lockEmailPolicy(tx: Transaction, realm: RealmRef): Promise<string | undefined> {
  return selectEmailPolicy(tx, realm, 'for share')
}

/** Returns the policy for an existing, locked user. Needs no lock, as concurrent changes wait for the user's row. */
export function readEmailPolicy(tx: Transaction, realm: RealmRef): Promise<string | undefined> {
  return selectEmailPolicy(tx, realm, '')
}

async function selectEmailPolicy(tx: Transaction, realm: RealmRef, lock: string): Promise<string | undefined> {
  const rows = await query<Pick<Rows['authentication_realms'], 'duplicate_email_policy'>>(
    tx,
    `select duplicate_email_policy from authentication_realms where owner_id = $1 and id = $2 ${lock}`,
    [realm.owner_id, realm.authentication_realm_id],
  )
  return rows[0]?.duplicate_email_policy
}

export type Profile = Pick<Rows['password_profiles'], 'enable_one_time_password_token'> & {
  username_format: 'any' | 'email'
}

/** Undefined if the realm has no such password profile. */
export async function selectProfile(db: Database, ref: RealmRef & { id: string }): Promise<Profile | undefined> {
  const rows = await query<Profile>(
    db,
    `select username_format, enable_one_time_password_token from password_profiles
      where owner_id = $1 and authentication_realm_id = $2 and id = $3`,
    [ref.owner_id, ref.authentication_realm_id, ref.id],
  )
  return rows[0]
}

/** A username under a password profile, as used to log in. */
export type UserName = { owner_id: string; password_profile_id: string; username: string }

export type User = Pick<
  Rows['password_profile_info'],
  'authentication_realm_id' | 'user_authentication_info_id' | 'username' | 'password_hash'
> &
  Pick<Rows['user_authentication_info'], 'name' | 'email'> & { password_profile_info_id: string }

/** The username as its profile compares it, and the user with this name. */
type Named = { compared_username: string; user: User | null }

/** Undefined if the store has no such password profile. */
export async function selectUser(
  db: Database,
  { owner_id, password_profile_id, username }: UserName,
): Promise<Named | undefined> {
  const [row] = await query<Pick<Named, 'compared_username'> & (User | { password_profile_info_id: null })>(
    db,
    `select n.compared_username, i.id as password_profile_info_id, i.authentication_realm_id,
            i.user_authentication_info_id, i.username, i.password_hash, u.name, u.email
       from password_profiles p
      cross join lateral (select case p.username_format when 'email' then lower($3) else $3 end as compared_username) n
       left join password_profile_info i
         on i.owner_id = p.owner_id and i.password_profile_id = p.id and i.username = n.compared_username
       left join user_authentication_info u on u.owner_id = i.owner_id and u.id = i.user_authentication_info_id
      where p.owner_id = $1 and p.id = $2`,
    [owner_id, password_profile_id, username],
  )
  if (row === undefined) return undefined
  return { compared_username: row.compared_username, user: row.password_profile_info_id === null ? null : row }
}
