import type { RetrySchedule } from '../../../generated/schema.ts'
import { formatDuration } from '../../../kit/values/time.ts'

const SECOND = 1000
/** Maximum number of waits to list. */
const NAMED = 12

/** "After 5 s, 30 s, 2 min": the waits between attempts; the argument is in seconds. */
export function waitsInWords(waits: readonly number[]): string {
  const named = waits.slice(0, NAMED).map((seconds) => formatDuration(seconds * SECOND))
  return `after ${named.join(', ')}${waits.length > NAMED ? ', …' : ''}`
}

/** Sentence about the retry schedule. */
export function retrySentence({ waits, jitter }: RetrySchedule): string {
  if (waits.length === 0) return 'Failed deliveries are not retried.'
  const all = waits.reduce((sum, seconds) => sum + seconds, 0)
  const attempts = `${waits.length + 1} attempts in about ${formatDuration(all * SECOND)}`
  const by = `each up to ${Math.round(jitter * 100)}% longer or shorter`
  return `A failed delivery is retried ${waitsInWords(waits)} (${by}): ${attempts}. A receiver can request a longer wait.`
}
