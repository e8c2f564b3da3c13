import { type Database, query } from '../../db/database.ts'

export type AccountOfMember = { membership_id: string; account_id: string; account_name: string }

/** Id of the account member that logs in as this user, or that is this user. */
export async function selectMemberOfUser(
  db: Database,
  owner_id: string,
  user_authentication_info_id: string,
): Promise<string | undefined> {
  const rows = await query<{ id: string }>(
    db,
    `select id from account_members where owner_id = $1 and (user_authentication_info_id = $2 or id = $2)
      order by user_authentication_info_id = $2 desc nulls last limit 1`,
    [owner_id, user_authentication_info_id],
  )
  return rows[0]?.id
}

/** Accounts of a member by name; with `account_id`, only that account. */
export function selectAccountsOfMember(
  db: Database,
  owner_id: string,
  account_member_id: string,
  { limit, account_id }: { limit: number; account_id: string | null },
): Promise<AccountOfMember[]> {
  return query(
    db,
    `select m.id as membership_id, m.account_id, a.name as account_name
       from account_memberships m join accounts a on a.owner_id = m.owner_id and a.id = m.account_id
      where m.owner_id = $1 and m.account_member_id = $2 and ($3::uuid is null or m.account_id = $3)
      order by a.name, m.id limit $4`,
    [owner_id, account_member_id, account_id, limit],
  )
}
