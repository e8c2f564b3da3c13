import type { Tone } from '../status.tsx'

export type ChartSeries = {
  /** The word in the legend, the tooltip and the table. */
  name: string
  /** One for each time; null where there is none. */
  values: (number | null)[]
  /** A tone for what has one; by default a color of its own for each series. */
  tone?: Tone
}

export type ChartProps = {
  /** What is shown: "Deliveries per minute". */
  label: string
  /** Milliseconds since 1970, rising. The picture is drawn anew when this or `series` is another array. */
  times: number[]
  series: ChartSeries[]
  kind: 'lines' | 'bars'
  /** A value with its unit; by default a number. */
  format?: (value: number) => string
  /** The reader has dragged over a range; both in milliseconds. */
  onRange?: (from: number, to: number) => void
  /** By default that of the browser. */
  timeZone?: string
  /** Instead of a picture without values. */
  empty?: string
  height?: number
}

/** Sums from the first series upwards: what the top of each stacked bar stands at, null for a bar without height. */
export function stacked(series: (number | null)[][]): (number | null)[][] {
  const sums: number[] = []
  return series.map((values) =>
    values.map((value, index) => {
      const sum = (sums[index] ?? 0) + (value ?? 0)
      sums[index] = sum
      return value === null || value === 0 ? null : sum
    }),
  )
}

const COLORS = 6

/** The variable of tokens.css. */
export function colorOf(series: ChartSeries, index: number): string {
  return series.tone === undefined ? `var(--series-${(index % COLORS) + 1})` : `var(--fill-${series.tone})`
}

/** Lines differ by more than color. */
const DASHES = [[], [6, 4], [2, 3], [10, 4, 2, 4], [12, 3], [4, 2]]

export function dashOf(index: number): number[] {
  return DASHES[index % DASHES.length] ?? []
}

/** So do stacked bars: every second one is hatched. */
export function isHatched(index: number): boolean {
  return index % 2 === 1
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** As short as the distance of two marks allows; midnight is a date. */
export function axisTime(time: number, step: number, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone }
  const clock = new Intl.DateTimeFormat(undefined, {
    ...zone,
    hour: '2-digit',
    minute: '2-digit',
    ...(step < MINUTE ? { second: '2-digit' } : {}),
    hourCycle: 'h23',
  }).format(time)
  if (step < DAY && !/^00:00(:00)?$/.test(clock)) return clock
  return new Intl.DateTimeFormat(undefined, { ...zone, month: 'short', day: 'numeric' }).format(time)
}

/** A whole date and time, for tooltips and tables. */
export function fullTime(time: number, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone }
  return new Intl.DateTimeFormat(undefined, {
    ...zone,
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(time)
}

/** What a screen reader hears of the picture. */
export function chartWords(
  label: string,
  series: ChartSeries[],
  format: (value: number) => string,
  stackedBars: boolean,
): string {
  const parts = series.map(({ name, values }) => {
    const known = values.filter((value) => value !== null)
    if (known.length === 0) return `${name}: none`
    if (stackedBars) return `${name}: ${format(known.reduce((sum, value) => sum + value, 0))}`
    return `${name}: ${format(Math.min(...known))} to ${format(Math.max(...known))}`
  })
  return `${label}. ${parts.join('; ')}`
}
