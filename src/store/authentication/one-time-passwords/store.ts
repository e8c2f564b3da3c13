import { type Database, query, type Transaction } from '../../../db/database.ts'
import { takeRoundRobin } from '../../../db/due/round-robin.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Rows } from '../../../db/rows.ts'
import { HOUR } from '../../../kernel/duration.ts'
import { CODE_LIFETIME_MS, MAX_CODES_PER_HOUR, MAX_TRIES, type Purpose } from './one-time-password.ts'

export type RequestRow = Rows['one_time_password_requests'] & { purpose: Purpose }

export async function insertRequest(db: Database, row: RequestRow): Promise<void> {
  await query(
    db,
    `insert into one_time_password_requests
       (id, organization_id, owner_id, authentication_realm_id, password_profile_id, username, purpose)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      row.id,
      row.organization_id,
      row.owner_id,
      row.authentication_realm_id,
      row.password_profile_id,
      row.username,
      row.purpose,
    ],
  )
}

export const REQUESTS_DUE = 'exists (select from one_time_password_requests)'

/** Above the ids of all requests. */
const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Deletes and returns a request that no other process holds, except those in `passed`. */
export function takeRequest(db: Database, tx: Transaction, passed: readonly string[]): Promise<RequestRow | undefined> {
  const text = prepared(`delete from one_time_password_requests where id =
       (select id from one_time_password_requests where id = $1 for update skip locked)
     returning id, organization_id, owner_id, authentication_realm_id, password_profile_id, username, purpose`)
  return takeRoundRobin(db, tx, {
    ...{ table: 'one_time_password_requests', column: 'id', until: MAX_ID, passed },
    lock: async ({ id }) => (await query<RequestRow>(tx, text, [id]))[0],
  })
}

/** The user that a code was sent to. */
type Holder = { owner_id: string; password_profile_info_id: string }

export type NewCode = Holder & { code_id: string; code_hash: string; purpose: Purpose; now: number }

/** Replaces the user's code. Returns false if the user has reached the hourly maximum. */
export async function upsertCode(tx: Transaction, code: NewCode): Promise<boolean> {
  const rows = await query(
    tx,
    `insert into one_time_passwords as t
       (owner_id, password_profile_info_id, code_id, code_hash, purpose, expires_at, tries, counted_since, made)
     values ($1, $2, $3, $4, $5, $6, 0, $7, 1)
     on conflict (owner_id, password_profile_info_id) do update
       set code_id = excluded.code_id, code_hash = excluded.code_hash, purpose = excluded.purpose,
           expires_at = excluded.expires_at, tries = 0,
           counted_since = case when t.counted_since <= $8 then excluded.counted_since else t.counted_since end,
           made = case when t.counted_since <= $8 then 1 else t.made + 1 end
     where t.counted_since <= $8 or t.made < ${MAX_CODES_PER_HOUR}
     returning code_id`,
    [
      code.owner_id,
      code.password_profile_info_id,
      code.code_id,
      code.code_hash,
      code.purpose,
      new Date(code.now + CODE_LIFETIME_MS),
      new Date(code.now),
      new Date(code.now - HOUR),
    ],
  )
  return rows.length > 0
}

export type TriedCode = { code_id: string; code_hash: string }

/** Uses up a try of the valid code and returns the code; undefined if there is no code or no try left. */
export async function spendTry(
  db: Database,
  { owner_id, password_profile_info_id, purpose, now }: Holder & { purpose: Purpose; now: number },
): Promise<TriedCode | undefined> {
  const rows = await query<TriedCode>(
    db,
    `update one_time_passwords set tries = tries + 1
      where owner_id = $1 and password_profile_info_id = $2 and purpose = $3 and code_hash is not null
        and expires_at > $4 and tries < ${MAX_TRIES}
     returning code_id, code_hash`,
    [owner_id, password_profile_info_id, purpose, new Date(now)],
  )
  return rows[0]
}

/** Marks a code as used. Returns false if it was already used or replaced, or has expired. */
export async function updateCodeUsed(
  db: Database,
  { owner_id, password_profile_info_id, code_id, now }: Holder & { code_id: string; now: number },
): Promise<boolean> {
  const rows = await query(
    db,
    `update one_time_passwords set code_hash = null
      where owner_id = $1 and password_profile_info_id = $2 and code_id = $3 and code_hash is not null and expires_at > $4
     returning code_id`,
    [owner_id, password_profile_info_id, code_id, new Date(now)],
  )
  return rows.length > 0
}

/** Deletes codes that the hourly count no longer needs. Returns their number. */
export async function deleteOldCodes(db: Database, now: number): Promise<number> {
  const rows = await query(db, `delete from one_time_passwords where expires_at < $1 returning code_id`, [
    new Date(now - HOUR),
  ])
  return rows.length
}
