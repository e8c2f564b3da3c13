import { DAY, SECOND } from './duration.ts'

const DATE = /^\d{4}-\d\d-\d\d$/
// A query decoder turns the `+` of an offset into a space.
const DATE_TIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+ -])(\d\d):(\d\d))?$/
const EPOCH = /^-?\d{1,15}$/
// The years 0 to 9999, because dates have four digits for the year.
const EARLIEST = -62_167_219_200_000
const LATEST = 253_402_300_799_999

/**
 * A moment parsed from text: milliseconds since the epoch in UTC, and the milliseconds that the text spans: a day for a
 * date, otherwise 1. Digits finer than a millisecond make `at` end in a half: after its millisecond, before the next.
 */
export type Moment = { at: number; span: number }

/** Parses `YYYY-MM-DD`, epoch milliseconds or RFC 3339, in UTC unless the text has a zone. Null if invalid. */
export function parseMoment(text: string): Moment | null {
  if (EPOCH.test(text)) return parseEpoch(Number(text))
  const day = parseDay(text)
  return day === null ? parseDateTime(text) : { at: day, span: DAY }
}

/** True for a time in a request body: RFC 3339, with or without a zone, or a date. */
export function isTime(text: string): boolean {
  return !EPOCH.test(text) && parseMoment(text) !== null
}

function parseEpoch(at: number): Moment | null {
  return at >= EARLIEST && at <= LATEST ? { at, span: 1 } : null
}

function parseDay(text: string): number | null {
  const at = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // `Date` would read February 30 as March 2.
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text) ? at : null
}

function parseDateTime(text: string): Moment | null {
  const [, date = '', hour, minute, second, fraction = '', sign, offsetHour = '0', offsetMinute = '0'] =
    DATE_TIME.exec(text) ?? []
  const day = parseDay(date)
  const clock = clockTime(Number(hour), Number(minute), Number(second))
  const shift = clockTime(Number(offsetHour), Number(offsetMinute), 0)
  if (day === null || clock === null || shift === null) return null
  const finer = /[1-9]/.test(fraction.slice(3)) ? 0.5 : 0
  const at = day + clock + Number(fraction.slice(0, 3).padEnd(3, '0')) + (sign === '-' ? shift : -shift)
  return { at: at + finer, span: 1 }
}

function clockTime(hour: number, minute: number, second: number): number | null {
  return hour < 24 && minute < 60 && second < 60 ? ((hour * 60 + minute) * 60 + second) * SECOND : null
}
