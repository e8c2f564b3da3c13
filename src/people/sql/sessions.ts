import { type Database, query, type Transaction } from '../../db/database.ts'
import { type Listed, list } from '../../db/list.ts'
import type { Rows } from '../../db/rows.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'

export type SessionRow = Rows['person_sessions']

const COLUMNS = `id, person_id, token_hash, previous_token_hash, rotated_at, created_at, used_at, expires_at, user_agent,
  address, ended_at`

export type NewSession = Pick<
  SessionRow,
  'id' | 'person_id' | 'token_hash' | 'created_at' | 'expires_at' | 'user_agent' | 'address'
>

export async function insertSession(tx: Transaction, session: NewSession): Promise<void> {
  await query(
    tx,
    `insert into person_sessions (id, person_id, token_hash, rotated_at, created_at, used_at, expires_at, user_agent, address)
     values ($1, $2, $3, $4, $4, $4, $5, $6, $7)`,
    [
      session.id,
      session.person_id,
      session.token_hash,
      session.created_at,
      session.expires_at,
      session.user_agent,
      session.address,
    ],
  )
}

export async function lockSession(tx: Transaction, id: string): Promise<SessionRow | undefined> {
  return (await query<SessionRow>(tx, `select ${COLUMNS} from person_sessions where id = $1 for update`, [id]))[0]
}

export async function selectSession(db: Database, id: string): Promise<SessionRow | undefined> {
  return (await query<SessionRow>(db, `select ${COLUMNS} from person_sessions where id = $1`, [id]))[0]
}

/** Replaces the refresh token, and keeps the hash of the previous one. */
export async function rotateToken(
  tx: Transaction,
  { id, token_hash, now }: { id: string; token_hash: string; now: Date },
) {
  await query(
    tx,
    `update person_sessions set previous_token_hash = token_hash, token_hash = $2, rotated_at = $3, used_at = $3
      where id = $1`,
    [id, token_hash, now],
  )
}

type Live = { person_id: string; now: Date; idle_since: Date }

/** Returns a page of a person's sessions that have neither ended nor expired. */
export function listSessionRows(db: Database, live: Live, request: ListRequest): Promise<Listed<SessionRow>> {
  const where = (bind: (value: unknown) => string) =>
    `person_id = ${bind(live.person_id)} and ended_at is null and expires_at > ${bind(live.now)}
       and used_at > ${bind(live.idle_since)}`
  return list(db, { columns: COLUMNS, from: 'person_sessions', where }, request)
}

type Ending = { person_id: string; except: string | null; now: Date }

/** Ends the sessions of a person except one; returns the ids of those that it ended. */
export async function endSessionsOf(tx: Transaction, { person_id, except, now }: Ending): Promise<string[]> {
  const rows = await query<{ id: string }>(
    tx,
    `update person_sessions set ended_at = $3
      where person_id = $1 and ($2::uuid is null or id <> $2) and ended_at is null returning id`,
    [person_id, except, now],
  )
  return rows.map(({ id }) => id)
}

/** Returns false if the person has no such session, or it has ended. */
export async function endSessionRow(
  tx: Transaction,
  { id, person_id, now }: { id: string; person_id: string; now: Date },
): Promise<boolean> {
  const rows = await query(
    tx,
    `update person_sessions set ended_at = $3 where id = $1 and person_id = $2 and ended_at is null returning id`,
    [id, person_id, now],
  )
  return rows.length > 0
}

/** Deletes sessions that ended or expired before a time. Returns their number. */
export async function deleteOldSessions(db: Database, before: Date): Promise<number> {
  const rows = await query(db, `delete from person_sessions where expires_at < $1 or ended_at < $1 returning id`, [
    before,
  ])
  return rows.length
}
