import type { Freshness } from '../../kernel/freshness.ts'
import type { Executor } from '../database.ts'
import type { Standby } from './standby.ts'

/** Runs what only reads, on a standby or on the primary. What is read to be written is read in its transaction instead. */
export type Reader = {
  /**
   * Runs `work` wholly on one of them, and on the primary once more if a standby fails or has not found what it looks for. It
   * sees at least what was committed `max_lag_ms` before the call; with `latest`, all that was committed before it.
   */
  read<T>(freshness: Freshness, work: (db: Executor) => Promise<T>): Promise<T>
  /** How far behind what is read may be; 0 without a standby. */
  max_lag_ms: number
  /** Null without a standby. */
  state(): ReaderState | null
  close(): Promise<void>
}

/** `lag_ms`: as proven; null while the standby is not used. Reads are counted since the start. */
export type ReaderState = { lag_ms: number | null; reads: { primary: number; standby: number } }

/** Reads on the primary only. */
export function primaryReader(db: Executor): Reader {
  return { read: (_freshness, work) => work(db), max_lag_ms: 0, state: () => null, close: async () => {} }
}

/** Reads on the standby while it is fresh. */
export function standbyReader(primary: Executor, standby: Standby, max_lag_ms: number): Reader {
  const reads = { primary: 0, standby: 0 }
  return {
    async read(freshness, work) {
      const found = freshness === 'recent' ? await standby.attempt(work) : null
      if (found !== null) {
        reads.standby += 1
        return found.value
      }
      reads.primary += 1
      return work(primary)
    },
    max_lag_ms,
    state: () => ({ lag_ms: standby.lag(), reads: { ...reads } }),
    close: () => standby.close(),
  }
}
