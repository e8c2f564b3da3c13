import { badQuery } from '../../kernel/errors.ts'
import { type Counts, NO_COUNTS } from './counter.ts'
import { quantileOf } from './histogram.ts'

type Point = Counts & { durations: readonly number[]; latencies: readonly number[] }

const share = (of: 'durations' | 'latencies', quantile: number) => (point: Point) => quantileOf(point[of], quantile)

/** Metrics of a series, each computed from the sums of one step. Times are in seconds, null without counts. */
export const METRICS = {
  events: (point: Point) => point.events,
  attempts: (point: Point) => point.attempts,
  attempts_succeeded: (point: Point) => point.succeeded,
  attempts_failed: (point: Point) => point.attempts - point.succeeded,
  jobs_succeeded: (point: Point) => point.jobs_succeeded,
  jobs_failed: (point: Point) => point.jobs_failed,
  jobs_cancelled: (point: Point) => point.jobs_cancelled,
  duration_mean: meanOf,
  duration_p50: share('durations', 0.5),
  duration_p95: share('durations', 0.95),
  duration_p99: share('durations', 0.99),
  latency_p50: share('latencies', 0.5),
  latency_p95: share('latencies', 0.95),
  latency_p99: share('latencies', 0.99),
} as const satisfies Record<string, (point: Point) => number | null>

export type Metric = keyof typeof METRICS

const NAMES = Object.keys(METRICS) as Metric[]

/** Integrations have no `events`, because these are counted for the owner. */
export const METRICS_OF_INTEGRATION: readonly Metric[] = NAMES.filter((name) => name !== 'events')
export const METRICS_OF_OWNER: readonly Metric[] = NAMES

/** Parses comma-separated names; all known metrics if there are none. Throws `malformed_query`. */
export function parseMetrics(text: string | undefined, known: readonly Metric[]): readonly Metric[] {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length === 0) return known
  const unknown = names.find((name) => !known.includes(name as Metric))
  if (unknown === undefined) return known.filter((name) => names.includes(name))
  throw badQuery('metrics', `Unknown metric \`${unknown}\`; allowed are ${known.join(', ')}.`)
}

const EMPTY: Point = { ...NO_COUNTS, durations: [], latencies: [] }

/** Returns a list for each metric, with a value for each step: 0 or null for an empty step. */
export function seriesOf(
  slots: readonly (Point & { slot: number })[],
  points: number,
  metrics: readonly Metric[],
): Partial<Record<Metric, (number | null)[]>> {
  const bySlot = new Map(slots.map((slot) => [slot.slot, slot]))
  const all = Array.from({ length: points }, (_, slot) => bySlot.get(slot) ?? EMPTY)
  return Object.fromEntries(metrics.map((metric) => [metric, all.map((point) => METRICS[metric](point))]))
}

function meanOf({ duration, durations }: Point): number | null {
  const count = durations.reduce((sum, one) => sum + one, 0)
  return count === 0 ? null : Number((duration / count).toPrecision(4))
}
