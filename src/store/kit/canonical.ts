import { invalid } from '../../kernel/errors.ts'
import { parseMoment } from '../../kernel/time.ts'
import type { Attribute } from './attribute.ts'

/** A value as it reads back: ids in lower case, times in whole milliseconds, UTC. Throws `invalid` that points at it. */
export function canonicalValue({ kind, schema }: Attribute, value: unknown, pointer: string): unknown {
  if (kind === 'time' && typeof value === 'string') return canonicalTime(value, pointer)
  if (kind === 'uuid' && typeof value === 'string') return value.toLowerCase()
  const { items } = schema as { items?: { format?: string } }
  if (kind === 'text_array' && items?.format === 'uuid') return (value as string[]).map((id) => id.toLowerCase())
  return value
}

/** Throws `invalid` for a moment that the database cannot hold, such as a leap second. */
export function canonicalTime(value: string, pointer: string): string {
  const moment = parseMoment(value)
  if (moment !== null && moment.at >= EARLIEST) return new Date(Math.floor(moment.at)).toISOString()
  throw invalid([{ detail: `${pointer.slice(1).replaceAll('/', '.')} is no moment of the calendar.`, pointer }])
}

/** The year 1: PostgreSQL has no year 0. */
const EARLIEST = -62_135_596_800_000
