import type { Database } from '../../db/tables.ts'
import { AppError } from '../../kernel/errors.ts'
import { codeMatches, type Purpose } from './one-time-password.ts'
import { spendTry, updateCodeUsed } from './store.ts'

type Given = {
  owner_id: string
  password_profile_info_id: string
  purpose: Purpose
  /** What somebody typed. */
  code: string
  now: number
}

/** The id of the code that was given, with one of its tries spent; null when it is wrong or there is none. */
export async function checkCode(db: Database, { code, ...wanted }: Given): Promise<string | null> {
  const found = await spendTry(db, wanted)
  return found !== undefined && codeMatches(found.code_id, code, found.code_hash) ? found.code_id : null
}

/** Uses up a code that was checked. Throws `bad_credentials` when it is not good any more: each is good once. */
export async function useCode(
  db: Database,
  used: Pick<Given, 'owner_id' | 'password_profile_info_id' | 'now'> & { code_id: string },
): Promise<void> {
  if (!(await updateCodeUsed(db, used))) throw wrongCode()
}

export function wrongCode(): AppError {
  const detail = 'The one-time password is wrong, was used, was replaced by a newer one, or has expired.'
  return new AppError('bad_credentials', [{ detail }])
}
