/** Milliseconds since the epoch, or the API's text. */
export type Time = number | string

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LOCALE = 'en-US'

export type TimeStyle = 'local' | 'utc' | 'relative'

/** Time in the preferred style; empty if invalid. */
export function formatTime(time: Time, style: TimeStyle, now: number): string {
  switch (style) {
    case 'local':
      return formatLocal(time)
    case 'utc':
      return formatUtc(time)
    case 'relative':
      return formatRelative(time, now)
  }
}

/** "Nov 25, 2026, 14:02:03", in the browser's time zone by default. */
export function formatLocal(time: Time, zone?: string): string {
  return formatted(time, formatterOf(zone, false))
}

/** "Nov 25, 2026, 14:02:03 UTC". */
export function formatUtc(time: Time): string {
  const text = formatted(time, formatterOf('UTC', false))
  return text === '' ? '' : `${text} UTC`
}

/** Times in sentences of the API: "2026-11-25 14:02 UTC", "14:02 UTC" of today, or as `formatUtc` prints them. */
const UTC_TIME = /(?:(\d{4}-\d{2}-\d{2}) )?\b(\d{2}:\d{2}) UTC|\b[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{2}:\d{2}:\d{2} UTC/g

/** A sentence with its times in UTC, in the zone of the page. */
export function inZone(sentence: string, style: TimeStyle, now: number, zone?: string): string {
  return sentence.replaceAll(UTC_TIME, (text, date: string | undefined, clock: string | undefined) => {
    const day = date ?? new Date(now).toISOString().slice(0, 10)
    const time = clock === undefined ? Date.parse(text) : Date.parse(`${day}T${clock}:00Z`)
    return style === 'utc' ? formatUtc(time) : formatLocal(time, zone)
  })
}

/** "November 25, 2026", for documents. */
export function formatDay(time: Time): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(time))
}

/** "Nov 25, 2026, 14:02:03.123 GMT+1": with milliseconds and zone. */
export function formatFull(time: Time, zone?: string): string {
  return formatted(time, formatterOf(zone, true))
}

/** "Nov 25, 14:02:03.123", for times beside one another. */
export function formatPrecise(time: Time, zone?: string): string {
  return formatted(time, clockOf(zone, true))
}

/** "14:02:03.123". */
export function formatClock(time: Time, zone?: string): string {
  return formatted(time, clockOf(zone, false))
}

/** "3 min ago", "in 12 s", "now" within half a second; in the largest unit, rounded down. */
export function formatRelative(time: Time, now: number): string {
  const distance = millisecondsOf(time) - now
  if (Number.isNaN(distance)) return ''
  const size = Math.abs(distance)
  if (size < SECOND / 2) return 'now'
  const text = inGreatestUnit(Math.max(size, SECOND))
  return distance < 0 ? `${text} ago` : `in ${text}`
}

/** "0.5 ms", "12 ms", "1.4 s", "3 min 20 s", "2 d 4 h": rounded to the smallest unit shown. */
export function formatDuration(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return ''
  if (milliseconds < 0) return `-${formatDuration(-milliseconds)}`
  if (milliseconds < 9.95) return `${decimals(milliseconds)} ms`
  if (milliseconds < SECOND - 0.5) return `${Math.round(milliseconds)} ms`
  if (milliseconds < MINUTE - 50) return `${decimals(milliseconds / SECOND)} s`
  if (Math.round(milliseconds / SECOND) * SECOND < HOUR) return inUnits(milliseconds, ['min', MINUTE], ['s', SECOND])
  if (Math.round(milliseconds / MINUTE) * MINUTE < DAY) return inUnits(milliseconds, ['h', HOUR], ['min', MINUTE])
  return inUnits(milliseconds, ['d', DAY], ['h', HOUR])
}

/** Range of a list: a duration until now, or between two times; null `to` means now. Milliseconds. */
export type Range =
  | { kind: 'last'; amount: number; unit: RangeUnit }
  | { kind: 'between'; from: number; to: number | null }
type RangeUnit = 'm' | 'h' | 'd'
export const DEFAULT_RANGE: Range = { kind: 'last', amount: 24, unit: 'h' }

const UNITS: Readonly<Record<RangeUnit, number>> = { m: MINUTE, h: HOUR, d: DAY }
/** Longer ranges could start before the epoch. */
const MAX_RANGE_DAYS = 3650

/** Parses `24h`, `7d`, `from..to` and `from..`; null if invalid. */
export function parseRange(text: string): Range | null {
  const [, amount = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  if (isUnit(unit)) return lastOf(Number(amount), unit)
  const [, start = '', end = ''] = /^([\dTZ:.+-]+?)\.\.([\dTZ:.+-]*)$/.exec(text) ?? []
  const from = Date.parse(start)
  const to = end === '' ? null : Date.parse(end)
  if (Number.isNaN(from) || Number.isNaN(to) || (to !== null && to <= from)) return null
  return { kind: 'between', from, to }
}

export function printRange(range: Range): string {
  if (range.kind === 'last') return `${range.amount}${range.unit}`
  return `${isoOf(range.from)}..${range.to === null ? '' : isoOf(range.to)}`
}

export function resolveRange(range: Range, now: number): { from: number; to: number } {
  if (range.kind === 'between') return { from: range.from, to: range.to ?? now }
  return { from: now - range.amount * UNITS[range.unit], to: now }
}

/** "Last 24 hours", or both ends. */
export function describeRange(range: Range, zone?: string): string {
  if (range.kind === 'last') {
    const name = { m: 'minute', h: 'hour', d: 'day' }[range.unit]
    return range.amount === 1 ? `Last ${name}` : `Last ${range.amount} ${name}s`
  }
  const from = formatLocal(range.from, zone)
  return range.to === null ? `Since ${from}` : `${from} to ${formatLocal(range.to, zone)}`
}

/** NaN if invalid. */
function millisecondsOf(time: Time): number {
  return typeof time === 'number' ? time : Date.parse(time)
}

function lastOf(amount: number, unit: RangeUnit): Range | null {
  return amount > 0 && amount * UNITS[unit] <= MAX_RANGE_DAYS * DAY ? { kind: 'last', amount, unit } : null
}

function isUnit(text: string): text is RangeUnit {
  return Object.hasOwn(UNITS, text)
}

function isoOf(time: number): string {
  return new Date(time).toISOString()
}

function inGreatestUnit(size: number): string {
  if (size < MINUTE) return `${Math.floor(size / SECOND)} s`
  if (size < HOUR) return `${Math.floor(size / MINUTE)} min`
  return size < DAY ? `${Math.floor(size / HOUR)} h` : `${Math.floor(size / DAY)} d`
}

type Unit = readonly [name: string, milliseconds: number]

function inUnits(size: number, [greater, much]: Unit, [lesser, few]: Unit): string {
  const rounded = Math.round(size / few)
  const rest = rounded % (much / few)
  const whole = `${(rounded - rest) / (much / few)} ${greater}`
  return rest === 0 ? whole : `${whole} ${rest} ${lesser}`
}

/** One decimal at most. */
function decimals(number: number): string {
  return String(Math.round(number * 10) / 10)
}

function formatted(time: Time, formatter: Intl.DateTimeFormat): string {
  const milliseconds = millisecondsOf(time)
  return Number.isNaN(milliseconds) ? '' : formatter.format(milliseconds)
}

function clockOf(timeZone: string | undefined, dated: boolean): Intl.DateTimeFormat {
  const name = `clock ${timeZone ?? ''} ${dated}`
  const known = formatters.get(name)
  if (known !== undefined) return known
  const formatter = new Intl.DateTimeFormat(LOCALE, {
    timeZone,
    ...(dated ? { month: 'short', day: 'numeric' } : {}),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  })
  formatters.set(name, formatter)
  return formatter
}

/** Cached because creating a formatter takes as long as some hundred uses. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string | undefined, full: boolean): Intl.DateTimeFormat {
  const name = `${timeZone ?? ''} ${full}`
  const known = formatters.get(name)
  if (known !== undefined) return known
  const formatter = new Intl.DateTimeFormat(LOCALE, {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...(full ? { fractionalSecondDigits: 3, timeZoneName: 'short' } : {}),
  })
  formatters.set(name, formatter)
  return formatter
}
