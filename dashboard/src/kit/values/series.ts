import type { Series } from '../../generated/schema.ts'
import { type Range, resolveRange } from './time.ts'

export type Step = Series['step']

const MINUTE_MS = 60_000
const STEPS_MS: Readonly<Record<Step, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '1d': 24 * 60 * MINUTE_MS,
}

export function lengthOf(step: Step): number {
  return STEPS_MS[step]
}

/** Smallest step that divides a duration (in milliseconds) into at most `most` points. */
export function stepOf(length_ms: number, most: number): Step {
  const steps = Object.entries(STEPS_MS) as [Step, number][]
  return steps.find(([, step]) => length_ms / step <= most)?.[0] ?? '1d'
}

/** Start of each step, in milliseconds since 1970. */
export function timesOf({ from, step, points }: Pick<Series, 'from' | 'step' | 'points'>): number[] {
  const first = Date.parse(from)
  return Array.from({ length: points }, (_, at) => first + at * STEPS_MS[step])
}

const SHORTER: readonly Range[] = [
  { kind: 'last', amount: 1, unit: 'h' },
  { kind: 'last', amount: 3, unit: 'h' },
]

/**
 * Shorter range that still holds all values of a longer range, whose chart would be a bar at its edge; null if none.
 */
export function narrower(range: Range, times: readonly number[], values: readonly (number | null)[], now: number) {
  if (range.kind !== 'last') return null
  const first = times[values.findIndex((value) => value !== null && value !== 0)]
  if (first === undefined) return null
  const { from } = resolveRange(range, now)
  const shorter = SHORTER.find((one) => resolveRange(one, now).from <= first)
  return shorter === undefined || resolveRange(shorter, now).from <= from ? null : shorter
}

/** Parameters of a series request. An open range has no end, so that it keeps growing. */
export function seriesQuery(range: Range, now: number, most: number): { from: string; to?: string; step: Step } {
  const { from, to } = resolveRange(range, now)
  const isOpen = range.kind === 'last' || range.to === null
  const end = isOpen ? {} : { to: new Date(to).toISOString() }
  return { from: new Date(from).toISOString(), ...end, step: stepOf(to - from, most) }
}
