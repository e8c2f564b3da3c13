import type { Database } from '../db/tables.ts'
import type { Cipher } from './cipher.ts'
import type { KeyCount, SealedChange, SealedPlace, SealedValue } from './sealed-place.ts'

/** Values that are replaced in one statement, which locks their rows. */
const AT_ONCE = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type Deps = { db: Database; cipher: Cipher }

/** What was done in a table. */
export type Reencrypted = { table: string; reencrypted: number; failed: number }

/** What is sealed with another key than the current one. */
export type Outdated = KeyCount & {
  table: string
  /** Whether this process has the key. */
  known: boolean
}

/**
 * Seals with the current key what is sealed with others, in statements of 200 values that replace only what has not changed
 * meanwhile: servers may run, and a run that was interrupted is gone on with by the next one. Values that cannot be opened
 * are counted as failed and left alone.
 */
export async function reencrypt(
  deps: Deps,
  places: readonly SealedPlace[],
  onProgress: (progress: Reencrypted) => void,
): Promise<Reencrypted[]> {
  const done: Reencrypted[] = []
  for (const place of places) done.push(await reencryptPlace(deps, place, onProgress))
  return done
}

async function reencryptPlace({ db, cipher }: Deps, place: SealedPlace, onProgress: (progress: Reencrypted) => void) {
  const progress = { table: place.table, reencrypted: 0, failed: 0 }
  let after = FIRST_ID
  for (;;) {
    const values = await place.selectOthers(db, { key_id: cipher.keyId, after, limit: AT_ONCE })
    const last = values.at(-1)
    if (last === undefined) return progress
    const changes = values.map((value) => sealAgain(cipher, value)).filter((change) => change !== null)
    progress.failed += values.length - changes.length
    progress.reencrypted += await place.replace(db, changes)
    after = last.id
    onProgress(progress)
  }
}

/** Null when it cannot be opened. */
function sealAgain(cipher: Cipher, { id, sealed, context }: SealedValue): SealedChange | null {
  try {
    return { id, before: sealed, after: cipher.seal(cipher.open(sealed, context), context) }
  } catch {
    return null
  }
}

/** What is sealed with another key than the current one, by table and key. */
export async function countOutdated({ db, cipher }: Deps, places: readonly SealedPlace[]): Promise<Outdated[]> {
  const outdated: Outdated[] = []
  for (const { table, countKeys } of places) {
    const others = (await countKeys(db)).filter(({ key_id }) => key_id !== cipher.keyId)
    outdated.push(...others.map((one) => ({ table, ...one, known: cipher.previousKeyIds.includes(one.key_id) })))
  }
  return outdated
}
