import type { Freshness } from '../../kernel/freshness.ts'
import type { Executor } from '../database.ts'
import type { Standby } from './standby.ts'

/**
 * Runs reads on a standby or on the primary. Reads whose result is then written belong in the transaction of the write.
 */
export type Reader = {
  /**
   * Runs all of `work` on one server. Repeats it on the primary if a standby fails or does not find the data. `work`
   * sees at least every commit older than `max_lag_ms`; with `latest`, every commit before the call.
   */
  read<T>(freshness: Freshness, work: (db: Executor) => Promise<T>): Promise<T>
  /** Maximum age of the data; 0 without a standby. */
  max_lag_ms: number
  /** Null without a standby. */
  state(): ReaderState | null
  close(): Promise<void>
}

/** `lag_ms` is the proven lag; null while the standby is not used. Reads are counted since the start. */
export type ReaderState = { lag_ms: number | null; reads: { primary: number; standby: number } }

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
