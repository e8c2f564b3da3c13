import type { Series } from '../../../generated/schema.ts'
import { lengthOf, timesOf } from '../../../kit/values/series.ts'
import { countOf } from './run-words.ts'

export type FailureSeries = Pick<Series, 'from' | 'step' | 'points' | 'metrics'>

/** Sentence about the failures in a range. */
export function failuresBetween(series: FailureSeries, from: number, to: number): string {
  const length = lengthOf(series.step)
  const inside = timesOf(series).map((time) => time + length > from && time < to)
  const sum = (values: readonly (number | null)[] = []) =>
    values.reduce<number>((total, value, index) => total + (inside[index] ? (value ?? 0) : 0), 0)
  const { attempts_failed, jobs_failed, jobs_cancelled } = series.metrics
  return [
    countOf(sum(attempts_failed), 'failed attempt'),
    `${countOf(sum(jobs_failed), 'job')} given up`,
    `${countOf(sum(jobs_cancelled), 'job')} cancelled`,
  ].join(', ')
}
