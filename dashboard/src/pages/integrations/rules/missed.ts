import { isPattern } from './event-choice.ts'

type Count = { count: number; is_exact: boolean }

/** Events that an integration missed while disabled; null members are unknown. */
export type MissedCounts = {
  /** Jobs that were waiting and were cancelled. */
  cancelled: Count | null
  /** Later events with an observed key. */
  missed: Count | null
  /** True if the payload filter would exclude some of them. */
  is_filtered: boolean
}

/** "2,311 deliveries were cancelled, and 480 events were missed." */
export function missedSentence({ cancelled, missed, is_filtered }: MissedCounts): string {
  if (cancelled === null && missed === null) return ''
  if (cancelled?.count === 0 && missed?.count === 0) return 'Nothing was cancelled and nothing was missed meanwhile.'
  const parts = [
    ...(cancelled === null || cancelled.count === 0
      ? []
      : [`${text(cancelled)} ${cancelled.count === 1 ? 'delivery was' : 'deliveries were'} cancelled`]),
    ...(missed === null || missed.count === 0
      ? []
      : [`${is_filtered ? 'up to ' : ''}${text(missed)} ${missed.count === 1 ? 'event was' : 'events were'} missed`]),
  ]
  const sentence = parts.join(', and ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)} meanwhile.`
}

function text({ count, is_exact }: Count): string {
  return `${is_exact ? '' : 'more than '}${count.toLocaleString('en-US')}`
}

/** Filter for observed events; null if it would exceed the API's limit. */
export function missedFilter(observes: readonly string[]): string | null {
  if (observes.includes('*')) return 'like(triggered_by,*.*)'
  const keys = observes.filter((key) => !isPattern(key))
  const patterns = observes.filter(isPattern)
  if (patterns.length + 1 > MAX_ALTERNATIVES || observes.length === 0) return null
  const conditions = [
    ...(keys.length === 0 ? [] : [`in(triggered_by,${keys.join(',')})`]),
    ...patterns.map((pattern) => `like(triggered_by,${pattern})`),
  ]
  return conditions.length === 1 ? (conditions[0] ?? null) : `(${conditions.join('|')})`
}

/** The API allows ten conditions, and the time is one condition. */
const MAX_ALTERNATIVES = 9
