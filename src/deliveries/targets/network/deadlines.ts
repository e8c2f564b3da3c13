import { type Watch, whileAwake } from '../../../kernel/repeat.ts'

const LOOK_EVERY_MS = 250

/**
 * Looks for what is later than `timeout_ms`: every quarter of a second, for a short timeout every quarter of that. From `wake` on,
 * until `endLate` returns that nothing is left that may become late.
 */
export function watchDeadlines(timeout_ms: number, endLate: () => boolean): Watch {
  return whileAwake(Math.min(LOOK_EVERY_MS, timeout_ms / 4), endLate)
}
