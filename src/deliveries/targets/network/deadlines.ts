import { type Watch, whileAwake } from '../../../kernel/repeat.ts'

const CHECK_INTERVAL_MS = 250

/**
 * Checks for late items every quarter of a second, or every quarter of a shorter timeout: from `wake` on, until `endLate` returns
 * false because no item is left.
 */
export function watchDeadlines(timeout_ms: number, endLate: () => boolean): Watch {
  return whileAwake(Math.min(CHECK_INTERVAL_MS, timeout_ms / 4), endLate)
}
