import type { Series } from '../../../generated/schema.ts'
import type { ChartSeries } from '../../../ui/charts/chart-data.ts'

export function outcomeSeries({ metrics }: Pick<Series, 'metrics'>): ChartSeries[] {
  return [
    { name: 'Succeeded', tone: 'ok', values: metrics.attempts_succeeded ?? [] },
    { name: 'Failed', tone: 'failed', values: metrics.attempts_failed ?? [] },
  ]
}

/** Quantiles in milliseconds. */
export function durationSeries({ metrics }: Pick<Series, 'metrics'>): ChartSeries[] {
  return [
    { name: 'Half within', values: inMilliseconds(metrics.duration_p50) },
    { name: '95% within', values: inMilliseconds(metrics.duration_p95) },
    { name: '99% within', values: inMilliseconds(metrics.duration_p99) },
  ]
}

function inMilliseconds(values: readonly (number | null)[] = []): (number | null)[] {
  return values.map((value) => (value === null ? null : value * 1000))
}
