import type { Series } from '../../../generated/schema.ts'
import type { ChartSeries } from '../../../ui/chart-data.ts'

const STEP_MS = { '1m': 60_000, '5m': 300_000, '1h': 3_600_000, '1d': 86_400_000 }

/** As many bars as can be distinguished. */
const MOST_POINTS = 300

/** The smallest step in which a time, in milliseconds, fits into a chart. */
export function stepFor(length: number): Series['step'] {
  const steps = Object.entries(STEP_MS) as [Series['step'], number][]
  return steps.find(([, step]) => length / step <= MOST_POINTS)?.[0] ?? '1d'
}

/** The beginning of each step, in milliseconds. */
export function timesOf({ from, step, points }: Pick<Series, 'from' | 'step' | 'points'>): number[] {
  const first = Date.parse(from)
  return Array.from({ length: points }, (_, index) => first + index * STEP_MS[step])
}

export function outcomeSeries({ metrics }: Pick<Series, 'metrics'>): ChartSeries[] {
  return [
    { name: 'Succeeded', tone: 'ok', values: metrics.attempts_succeeded ?? [] },
    { name: 'Failed', tone: 'failed', values: metrics.attempts_failed ?? [] },
  ]
}

/** In milliseconds. */
export function durationSeries({ metrics }: Pick<Series, 'metrics'>): ChartSeries[] {
  return [
    { name: 'Half within', values: inMilliseconds(metrics.duration_p50) },
    { name: '95 % within', values: inMilliseconds(metrics.duration_p95) },
    { name: '99 % within', values: inMilliseconds(metrics.duration_p99) },
  ]
}

function inMilliseconds(values: readonly (number | null)[] = []): (number | null)[] {
  return values.map((value) => (value === null ? null : value * 1000))
}
