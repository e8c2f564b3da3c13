import { invalid } from '../../kernel/errors.ts'
import { parseMoment } from '../../kernel/time.ts'
import type { Attribute } from './values/attribute.ts'

/**
 * Normalizes a value: ids to lower case, times to whole milliseconds in UTC, texts as their attribute declares. Throws
 * `invalid` with the pointer.
 */
export function canonicalValue({ kind, schema, letters, normal }: Attribute, value: unknown, pointer: string): unknown {
  if (typeof value === 'string' && normal !== undefined) return normal(value, pointer)
  if (typeof value === 'string' && letters === 'lower') return value.toLowerCase()
  if (kind === 'time' && typeof value === 'string') return canonicalTime(value, pointer)
  if (kind === 'uuid' && typeof value === 'string') return value.toLowerCase()
  const { items } = schema as { items?: { format?: string } }
  if (kind === 'text_array' && items?.format === 'uuid') return (value as string[]).map((id) => id.toLowerCase())
  return value
}

/**
 * Normalizes a time to whole milliseconds in UTC, which is also the default zone. Throws `invalid` for a time that
 * PostgreSQL cannot store.
 */
export function canonicalTime(value: string, pointer: string): string {
  const moment = parseMoment(value) ?? parseMoment(`${value}Z`)
  if (moment !== null && moment.at >= EARLIEST_MS) return new Date(Math.floor(moment.at)).toISOString()
  throw invalid([{ detail: `${pointer.slice(1).replaceAll('/', '.')} is not a valid date and time.`, pointer }])
}

/** The start of year 1, relative to the epoch, since PostgreSQL has no year 0. */
const EARLIEST_MS = -62_135_596_800_000
