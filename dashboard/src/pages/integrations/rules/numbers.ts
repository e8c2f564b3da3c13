import type { IntegrationHealth } from '../../../generated/schema.ts'

/** "99.8%": never 100% with a failure, nor 0% with a success. A dash without attempts. */
export function shareText(share: number | null): string {
  if (share === null) return '–'
  const tenths = Math.round(share * 1000) / 10
  const inside = share > 0 && share < 1 ? Math.min(99.9, Math.max(0.1, tenths)) : tenths
  return `${inside}%`
}

/** Bars of a sparkline. */
export function bucketsOf(series: IntegrationHealth['series']): { succeeded: number; failed: number }[] {
  if (series === undefined) return []
  return series.attempts.map((attempts, index) => {
    const failed = series.attempts_failed[index] ?? 0
    return { succeeded: Math.max(0, attempts - failed), failed }
  })
}

export function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0)
}
