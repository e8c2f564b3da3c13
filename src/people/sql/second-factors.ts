import { query, type Transaction } from '../../db/database.ts'

/** Stores a new secret, which is not required until it is confirmed. */
export async function setTotpSecret(tx: Transaction, { id, secret, now }: { id: string; secret: Buffer; now: Date }) {
  await query(
    tx,
    `update people set totp_secret = $2, totp_confirmed_at = null, totp_last_step = null, updated_at = $3 where id = $1`,
    [id, secret, now],
  )
}

export async function confirmTotp(tx: Transaction, id: string, now: Date): Promise<void> {
  await query(tx, `update people set totp_confirmed_at = $2, updated_at = $2 where id = $1`, [id, now])
}

export async function clearTotp(tx: Transaction, id: string, now: Date): Promise<void> {
  await query(
    tx,
    `update people set totp_secret = null, totp_confirmed_at = null, totp_last_step = null, updated_at = $2 where id = $1`,
    [id, now],
  )
}

/** Returns false if a code of this time step or a later one was already accepted (replay). */
export async function takeStep(tx: Transaction, id: string, step: number): Promise<boolean> {
  const rows = await query(
    tx,
    `update people set totp_last_step = $2 where id = $1 and coalesce(totp_last_step, -1) < $2 returning id`,
    [id, step],
  )
  return rows.length > 0
}

export async function replaceRecoveryCodes(tx: Transaction, person_id: string, hashes: readonly string[]) {
  await query(tx, `delete from person_recovery_codes where person_id = $1`, [person_id])
  await query(
    tx,
    `insert into person_recovery_codes (person_id, code_hash) select $1, h from unnest($2::text[]) as given (h)`,
    [person_id, hashes],
  )
}

/** Returns false for an unknown or used code. */
export async function useRecoveryCode(
  tx: Transaction,
  { person_id, code_hash, now }: { person_id: string; code_hash: string; now: Date },
): Promise<boolean> {
  const rows = await query(
    tx,
    `update person_recovery_codes set used_at = $3
      where person_id = $1 and code_hash = $2 and used_at is null returning 1`,
    [person_id, code_hash, now],
  )
  return rows.length > 0
}
