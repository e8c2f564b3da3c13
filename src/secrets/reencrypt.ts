import type { Database } from '../db/database.ts'
import type { Cipher } from './cipher.ts'
import type { KeyCount, SealedChange, SealedColumn, SealedValue } from './sql/sealed-column.ts'

/** Values per statement, which locks their rows. */
const BATCH_SIZE = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type Deps = { db: Database; cipher: Cipher }

export type Reencrypted = { table: string; reencrypted: number; failed: number }

/** Values encrypted with a key other than the current one. */
export type Outdated = KeyCount & {
  table: string
  /** True if this process has the key. */
  known: boolean
}

/**
 * Encrypts values of other keys with the current key, in statements of 200 values that skip values changed meanwhile:
 * servers may be running, and the next run resumes an interrupted one. Values that cannot be decrypted are counted as
 * failed and left unchanged.
 */
export async function reencrypt(
  deps: Deps,
  columns: readonly SealedColumn[],
  onProgress: (progress: Reencrypted) => void,
): Promise<Reencrypted[]> {
  const done: Reencrypted[] = []
  for (const column of columns) done.push(await reencryptColumn(deps, column, onProgress))
  return done
}

async function reencryptColumn(
  { db, cipher }: Deps,
  column: SealedColumn,
  onProgress: (progress: Reencrypted) => void,
) {
  const progress = { table: column.table, reencrypted: 0, failed: 0 }
  let after = FIRST_ID
  for (;;) {
    const values = await column.selectOthers(db, { key_id: cipher.keyId, after, limit: BATCH_SIZE })
    const last = values.at(-1)
    if (last === undefined) return progress
    const changes = values.map((value) => sealAgain(cipher, value)).filter((change) => change !== null)
    progress.failed += values.length - changes.length
    progress.reencrypted += await column.replace(db, changes)
    after = last.id
    onProgress(progress)
  }
}

/** Returns null if it cannot be decrypted. */
function sealAgain(cipher: Cipher, { id, sealed, context }: SealedValue): SealedChange | null {
  try {
    return { id, before: sealed, after: cipher.seal(cipher.open(sealed, context), context) }
  } catch {
    return null
  }
}

/** Counts the values of keys other than the current one, by table and key. */
export async function countOutdated({ db, cipher }: Deps, columns: readonly SealedColumn[]): Promise<Outdated[]> {
  const outdated: Outdated[] = []
  for (const { table, countKeys } of columns) {
    const others = (await countKeys(db)).filter(({ key_id }) => key_id !== cipher.keyId)
    outdated.push(...others.map((one) => ({ table, ...one, known: cipher.previousKeyIds.includes(one.key_id) })))
  }
  return outdated
}
