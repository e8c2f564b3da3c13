import { DAY, HOUR, MINUTE } from '../../kernel/duration.ts'
import { badQuery } from '../../kernel/errors.ts'
import { parseMoment } from '../../kernel/time.ts'

export const STEPS = { '1m': MINUTE, '5m': 5 * MINUTE, '1h': HOUR, '1d': DAY } as const
export type Step = keyof typeof STEPS
export const MAX_POINTS = 1_500

/** Range from `from` to `to` (excluded), both at the start of a step in UTC; times in milliseconds since the epoch. */
export type Range = { from: number; to: number; step: Step; step_ms: number }

export type RangeQuery = { from?: string | undefined; to?: string | undefined; step?: Step | undefined }

/** Limits of a range: minutes before `minutes_since` may have been merged into hours. */
export type RangeBounds = { now: number; minutes_since: number }

export const STEP_NAMES = Object.keys(STEPS) as Step[]

/**
 * Parses a range. `to` defaults to now, and `from` to a day before it; both are widened to whole steps. The default
 * step is the smallest that is allowed. Throws `malformed_query`.
 */
export function parseRange(query: RangeQuery, bounds: RangeBounds): Range {
  const to = momentOf('to', query.to) ?? bounds.now
  const from = momentOf('from', query.from) ?? to - DAY
  if (from >= to) throw badQuery('from', `\`from\` must be before \`to\`, which is ${new Date(to).toISOString()}.`)
  if (query.step !== undefined) return checked(widened(from, to, query.step), bounds)
  const allowed = STEP_NAMES.map((step) => widened(from, to, step)).find((range) => problemOf(range, bounds) === null)
  return allowed ?? checked(widened(from, to, '1d'), bounds)
}

export function slotOf(time: number, { from, step_ms }: Pick<Range, 'from' | 'step_ms'>): number {
  return Math.floor((time - from) / step_ms)
}

export function pointsOf({ from, to, step_ms }: Pick<Range, 'from' | 'to' | 'step_ms'>): number {
  return (to - from) / step_ms
}

function widened(from: number, to: number, step: Step): Range {
  const step_ms = STEPS[step]
  return { from: Math.floor(from / step_ms) * step_ms, to: Math.ceil(to / step_ms) * step_ms, step, step_ms }
}

function checked(range: Range, bounds: RangeBounds): Range {
  const problem = problemOf(range, bounds)
  if (problem !== null) throw badQuery('step', problem)
  return range
}

function problemOf(range: Range, { minutes_since }: RangeBounds): string | null {
  const { from, step, step_ms } = range
  if (step_ms < HOUR && from < minutes_since) {
    const since = new Date(minutes_since).toISOString()
    return `\`step\` ${step} needs \`from\` at or after ${since}; older times are kept by the hour: use 1h or 1d.`
  }
  const points = pointsOf(range)
  if (points <= MAX_POINTS) return null
  const fitting = STEP_NAMES.filter((name) => points * (step_ms / STEPS[name]) <= MAX_POINTS)
  const instead = fitting.length === 0 ? 'ask for a shorter time' : `use ${fitting.join(' or ')}, or a shorter time`
  return `\`step\` ${step} makes ${points} points of this time; at most ${MAX_POINTS} are allowed: ${instead}.`
}

function momentOf(name: 'from' | 'to', text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  const moment = parseMoment(text)
  if (moment !== null && moment.at >= 0) return Math.floor(moment.at)
  throw badQuery(name, `\`${name}\` must be a time: YYYY-MM-DD, RFC 3339, or milliseconds since the epoch.`)
}
