import { plainArray } from '../../db/arrays.ts'
import { type Database, query, type Transaction } from '../../db/database.ts'
import { type Listed, list } from '../../db/list.ts'
import type { RowLimit } from '../../db/row-limit.ts'
import type { Rows } from '../../db/rows.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'

/** Maximum number of passkeys per person. */
const MAX_PASSKEYS = 20

export const passkeyLimit: RowLimit = {
  max: MAX_PASSKEYS,
  holder: 'A person',
  things: 'passkeys',
  rows: 'person_passkeys where person_id = $1',
}

type Stored = Rows['person_passkeys']

/** A passkey without the data for verifying signatures. */
export type PasskeyRow = Pick<Stored, 'id' | 'name' | 'backed_up' | 'created_at' | 'last_used_at'>

const COLUMNS = 'id, name, backed_up, created_at, last_used_at'

export function listPasskeyRows(db: Database, person_id: string, request: ListRequest): Promise<Listed<PasskeyRow>> {
  const where = (bind: (value: unknown) => string) => `person_id = ${bind(person_id)}`
  return list(db, { columns: COLUMNS, from: 'person_passkeys', where }, request)
}

export type Credential = Pick<Stored, 'credential_id' | 'transports'>

/** Returns the credentials by which authenticators know a person's passkeys. */
export function selectCredentialsOf(db: Database, person_id: string): Promise<Credential[]> {
  return query(db, `select credential_id, transports from person_passkeys where person_id = $1 order by id`, [
    person_id,
  ])
}

export type KnownPasskey = Pick<Stored, 'id' | 'person_id' | 'public_key'> & { organization_id: string }

export async function selectPasskeyOfCredential(
  db: Database,
  credential_id: string,
): Promise<KnownPasskey | undefined> {
  const text = `select k.id, k.person_id, k.public_key, p.organization_id
    from person_passkeys k join people p on p.id = k.person_id where k.credential_id = $1`
  return (await query<KnownPasskey>(db, text, [credential_id]))[0]
}

export type NewPasskey = Omit<Stored, 'last_used_at'>

/** Returns undefined if the credential is already registered, for any person. */
export async function insertPasskey(tx: Transaction, passkey: NewPasskey): Promise<PasskeyRow | undefined> {
  const rows = await query<PasskeyRow>(
    tx,
    `insert into person_passkeys
       (id, person_id, name, credential_id, public_key, sign_count, transports, backed_up, created_at)
     values ($1, $2, $3, $4, $5, $6, $7::text[], $8, $9) on conflict (credential_id) do nothing returning ${COLUMNS}`,
    [
      passkey.id,
      passkey.person_id,
      passkey.name,
      passkey.credential_id,
      passkey.public_key,
      passkey.sign_count,
      plainArray(passkey.transports),
      passkey.backed_up,
      passkey.created_at,
    ],
  )
  return rows[0]
}

type Use = { id: string; sign_count: number; backed_up: boolean; now: Date }

/** Returns false if the counter has not risen, which reveals a copy; authenticators without a counter send 0. */
export async function usePasskey(tx: Transaction, { id, sign_count, backed_up, now }: Use): Promise<boolean> {
  const rows = await query(
    tx,
    `update person_passkeys set sign_count = $2, backed_up = $3, last_used_at = $4
      where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0)) returning id`,
    [id, sign_count, backed_up, now],
  )
  return rows.length > 0
}

type Own = { id: string; person_id: string }

export async function lockPasskey(tx: Transaction, { id, person_id }: Own): Promise<PasskeyRow | undefined> {
  const text = `select ${COLUMNS} from person_passkeys where id = $1 and person_id = $2 for update`
  return (await query<PasskeyRow>(tx, text, [id, person_id]))[0]
}

export async function updatePasskeyName(tx: Transaction, id: string, name: string): Promise<void> {
  await query(tx, `update person_passkeys set name = $2 where id = $1`, [id, name])
}

export async function deletePasskey(tx: Transaction, id: string): Promise<void> {
  await query(tx, `delete from person_passkeys where id = $1`, [id])
}

export async function deletePasskeysOf(tx: Transaction, person_id: string): Promise<void> {
  await query(tx, `delete from person_passkeys where person_id = $1`, [person_id])
}

/** Returns false if the challenge was already used. */
export async function takeChallenge(tx: Transaction, { id, expires_at }: { id: string; expires_at: Date }) {
  const text = `insert into used_passkey_challenges (id, expires_at) values ($1, $2) on conflict do nothing returning id`
  return (await query(tx, text, [id, expires_at])).length > 0
}

export async function deleteExpiredChallenges(db: Database, now: Date): Promise<void> {
  await query(db, `delete from used_passkey_challenges where expires_at < $1`, [now])
}
