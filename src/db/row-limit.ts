import { AppError } from '../kernel/errors.ts'
import { query, type Transaction } from './database.ts'
import { prepared } from './prepared.ts'

/**
 * Maximum number of rows of a kind per holder, such as a store. Each row costs memory or time in processes that all
 * tenants share.
 */
export type RowLimit = {
  max: number
  /** The beginning of a sentence, such as `A store or an organization`. */
  holder: string
  /** Plural, such as `alerts`. */
  things: string
  /** The rows of one holder: a table and an indexed condition, with the holder as `$1` and so on. */
  rows: string
  /** A sentence shown at the limit. By default, it advises to delete a row. */
  advice?: string
}

/**
 * Throws `conflict` if the holder has reached its limit. Locks the holder's rows of this kind until the transaction
 * ends, so that concurrent inserts count each other.
 */
export async function requireCapacity(tx: Transaction, limit: RowLimit, ...holder: readonly string[]): Promise<void> {
  await query(tx, LOCK, [`${limit.rows} ${holder.join(' ')}`])
  const last = prepared(`select from ${limit.rows} offset ${limit.max - 1} limit 1`)
  if ((await query(tx, last, holder)).length === 0) return
  const { advice = 'Delete one that is no longer used.' } = limit
  throw new AppError('conflict', [{ detail: `${limitSentence(limit)} ${advice}` }])
}

const LOCK = prepared(`select pg_advisory_xact_lock(hashtextextended('limit of ' || $1, 0))`)

/** The sentence for errors and for the API document. */
export function limitSentence({ holder, max, things }: Pick<RowLimit, 'holder' | 'max' | 'things'>): string {
  return `${holder} has at most ${max.toLocaleString('en-US')} ${things}.`
}
