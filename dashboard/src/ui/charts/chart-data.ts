import type { Tone } from '../status.tsx'

export type ChartSeries = {
  /** Name in the legend, the tooltip and the table. */
  name: string
  /** One value per time; null if missing. */
  values: (number | null)[]
  /** Fixed meaning of the color; by default each series has its own color. */
  tone?: Tone
}

export type ChartProps = {
  /** "Deliveries per minute". */
  label: string
  /** Milliseconds since 1970, ascending. A new array here or in `series` redraws the chart. */
  times: number[]
  series: ChartSeries[]
  kind: 'lines' | 'bars'
  /** Formats a value with its unit; plain numbers by default. */
  format?: (value: number) => string
  /** Called when the user drags over a range; both in milliseconds. */
  onRange?: (from: number, to: number) => void
  /** Defaults to the browser's time zone. */
  timeZone?: string
  /** Text to show if there are no values. */
  empty?: string
  height?: number
}

/** Cumulative sums from the first series up, as tops of stacked bars; null for an empty bar. */
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

/** CSS variable of tokens.css. */
export function colorOf(series: ChartSeries, index: number): string {
  return series.tone === undefined ? `var(--series-${(index % COLORS) + 1})` : `var(--fill-${series.tone})`
}

/** Lines must differ by more than color. */
const DASHES = [[], [6, 4], [2, 3], [10, 4, 2, 4], [12, 3], [4, 2]]

export function dashOf(index: number): number[] {
  return DASHES[index % DASHES.length] ?? []
}

/** Stacked bars differ by hatching: every second bar has it. */
export function isHatched(index: number): boolean {
  return index % 2 === 1
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Label as short as the distance of two ticks allows; midnight shows the date. */
export function axisTime(time: number, step: number, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone }
  const clock = new Intl.DateTimeFormat('en-US', {
    ...zone,
    hour: '2-digit',
    minute: '2-digit',
    ...(step < MINUTE ? { second: '2-digit' } : {}),
    hourCycle: 'h23',
  }).format(time)
  if (step < DAY && !/^00:00(:00)?$/.test(clock)) return clock
  return new Intl.DateTimeFormat('en-US', { ...zone, month: 'short', day: 'numeric' }).format(time)
}

/** Full date and time, for tooltips and tables. */
export function fullTime(time: number, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone }
  return new Intl.DateTimeFormat('en-US', {
    ...zone,
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(time)
}

/** Description of a chart for screen readers. */
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
