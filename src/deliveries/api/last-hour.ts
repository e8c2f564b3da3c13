import type { Executor } from '../../db/database.ts'
import { MINUTE } from '../../kernel/duration.ts'
import { quantileOf } from '../../series/rules/histogram.ts'
import type { Slot, Span } from '../../series/store.ts'
import { type Attempts, type LatestLogs, readLastFailed, WINDOW_MS } from '../jobs/health.ts'

/** The last hour in whole minutes, including the current minute. */
export function lastHour(now: number): Span {
  const to = Math.floor(now / MINUTE) * MINUTE + MINUTE
  return { from: to - WINDOW_MS, to, step_ms: MINUTE }
}

/** Attempts of an integration from its minutes. */
export function attemptsOf(slots: readonly Slot[], latest: LatestLogs): Attempts {
  const durations: number[] = []
  for (const slot of slots) {
    for (const [bucket, count] of slot.durations.entries()) durations[bucket] = (durations[bucket] ?? 0) + count
  }
  return {
    count: slots.reduce((sum, slot) => sum + slot.attempts, 0),
    succeeded: slots.reduce((sum, slot) => sum + slot.succeeded, 0),
    p50: quantileOf(durations, 0.5),
    p95: quantileOf(durations, 0.95),
    p99: quantileOf(durations, 0.99),
    last_succeeded: latest.last_succeeded,
    last_failed: latest.last_failed,
  }
}

/**
 * Finds the last failed log of integrations whose latest logs have none, in the last minute in which the series counts
 * a failure: thousands of later successes must not hide it.
 */
export async function findHiddenFailures(
  db: Executor,
  slots: ReadonlyMap<string, readonly Slot[]>,
  latest: ReadonlyMap<string, LatestLogs>,
  { from }: Pick<Span, 'from'>,
): Promise<Map<string, string>> {
  const windows = [...slots].flatMap(([id, minutes]) => {
    const failed = minutes.findLast(({ attempts, succeeded }) => attempts > succeeded)
    if (failed === undefined || (latest.get(id)?.last_failed ?? null) !== null) return []
    const at = from + failed.slot * MINUTE
    // The series counts an attempt when it ends, which may be a minute after its log began.
    return [{ id, from: at - MINUTE, to: at + 2 * MINUTE }]
  })
  return readLastFailed(db, windows)
}
