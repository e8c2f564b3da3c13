import { AppError } from '../kernel/errors.ts'
import { query, type Transaction } from './database.ts'
import { prepared } from './prepared.ts'

/** The most rows of a kind that a holder, such as a store, may have: each costs processes that all tenants share memory or time. */
export type RowLimit = {
  max: number
  /** The beginning of a sentence, such as `A store or an organization`. */
  holder: string
  /** Plural, such as `alerts`. */
  things: string
  /** The rows of one holder: a table and a condition that an index answers, with the holder as `$1` and so on. */
  rows: string
  /** A sentence for those at the limit. Default: to delete one. */
  advice?: string
}

/**
 * Throws `conflict` if the holder has as many rows as it may have. Until the transaction ends, others that add a row of this
 * kind to this holder wait here, so that they count the row that it inserts.
 */
export async function requireCapacity(tx: Transaction, limit: RowLimit, ...holder: readonly string[]): Promise<void> {
  await query(tx, LOCK, [`${limit.rows} ${holder.join(' ')}`])
  const last = prepared(`select from ${limit.rows} offset ${limit.max - 1} limit 1`)
  if ((await query(tx, last, holder)).length === 0) return
  const { advice = 'Delete one that is no longer used.' } = limit
  throw new AppError('conflict', [{ detail: `${limitSentence(limit)} ${advice}` }])
}

const LOCK = prepared(`select pg_advisory_xact_lock(hashtextextended('limit of ' || $1, 0))`)

/** The limit for errors and for the document. */
export function limitSentence({ holder, max, things }: Pick<RowLimit, 'holder' | 'max' | 'things'>): string {
  return `${holder} has at most ${max.toLocaleString('en-US')} ${things}.`
}
