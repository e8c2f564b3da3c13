import type { Database } from '../../../db/database.ts'
import { AppError } from '../../../kernel/errors.ts'
import { codeMatches, type Purpose } from './one-time-password.ts'
import { spendTry, updateCodeUsed } from './store.ts'

type CodeAttempt = {
  owner_id: string
  password_profile_info_id: string
  purpose: Purpose
  /** The code as typed. */
  code: string
  now: number
}

/** Uses up a try of the user's current code. Returns its id; null if the typed code is wrong or there is none. */
export async function checkCode(db: Database, { code, ...holder }: CodeAttempt): Promise<string | null> {
  const found = await spendTry(db, holder)
  return found !== undefined && codeMatches(found.code_id, code, found.code_hash) ? found.code_id : null
}

/** Marks a checked code as used. Throws `bad_credentials` if it has been used, replaced or has expired meanwhile. */
export async function useCode(
  db: Database,
  used: Pick<CodeAttempt, 'owner_id' | 'password_profile_info_id' | 'now'> & { code_id: string },
): Promise<void> {
  if (!(await updateCodeUsed(db, used))) throw wrongCode()
}

export function wrongCode(): AppError {
  const detail = 'The one-time password is wrong, already used, replaced by a newer one, or expired.'
  return new AppError('bad_credentials', [{ detail }])
}
