import type { Series } from '../../../generated/schema.ts'
import { countOf } from './run-words.ts'

export type FailureSeries = Pick<Series, 'from' | 'step' | 'points' | 'metrics'>

const STEPS_MS: Readonly<Record<string, number>> = { '1m': 60_000, '5m': 300_000, '1h': 3_600_000, '1d': 86_400_000 }

/** When each step begins. */
export function seriesTimes({ from, step, points }: FailureSeries): number[] {
  const start = Date.parse(from)
  return Array.from({ length: points }, (_, index) => start + index * (STEPS_MS[step] ?? 0))
}

/** What failed in the steps of a range, in words. */
export function failuresBetween(series: FailureSeries, from: number, to: number): string {
  const length = STEPS_MS[series.step] ?? 0
  const inside = seriesTimes(series).map((time) => time + length > from && time < to)
  const sum = (values: readonly (number | null)[] = []) =>
    values.reduce<number>((total, value, index) => total + (inside[index] ? (value ?? 0) : 0), 0)
  const { attempts_failed, jobs_failed, jobs_cancelled } = series.metrics
  return [
    countOf(sum(attempts_failed), 'failed attempt'),
    `${countOf(sum(jobs_failed), 'job')} given up`,
    `${countOf(sum(jobs_cancelled), 'job')} cancelled`,
  ].join(', ')
}
