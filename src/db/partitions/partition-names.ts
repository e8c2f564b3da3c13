import { DAY, HOUR } from '../../kernel/duration.ts'

export const PARTITIONED = ['events', 'jobs', 'logs', 'audit_entries'] as const

export type Partitioned = (typeof PARTITIONED)[number]

export const WIDTHS = ['day', 'hour'] as const

export type Width = (typeof WIDTHS)[number]

export const WIDTH_MS: Readonly<Record<Width, number>> = { day: DAY, hour: HOUR }

/**
 * The digits that end the names of partitions, as a regular expression for PostgreSQL and JavaScript: a day or an hour,
 * in UTC.
 */
const PARTITION_DIGITS = '_[0-9]{8}([0-9]{2})?$'

/** Matches the names of partitions, in PostgreSQL. */
export const PARTITION_NAMES = `^(${PARTITIONED.join('|')})${PARTITION_DIGITS}`

const DIGITS: Readonly<Record<Width, number>> = { day: 'YYYYMMDD'.length, hour: 'YYYYMMDDHH'.length }

/** The partition of a row created at `time`, such as `jobs_20261120`, or `jobs_2026112013` for an hour. */
export function partitionOf(table: Partitioned, time: number, width: Width = 'day'): string {
  const digits = new Date(time).toISOString().replace(/\D/g, '')
  return `${table}_${digits.slice(0, DIGITS[width])}`
}

/** The start of the day (UTC) of `time`. */
export function dayAt(time: number): number {
  return beginningAt(time, 'day')
}

/** The start of the day or hour of `time`. */
export function beginningAt(time: number, width: Width): number {
  return Math.floor(time / WIDTH_MS[width]) * WIDTH_MS[width]
}

/** The range of a partition: rows created at `from` or later, and before `until`. */
export type Part = { name: string; table: Partitioned; width: Width; from: number; until: number }

/** Null if the name is not that of a partition. */
export function partOf(name: string): Part | null {
  const [, table, day, hour] = /^(\w+)_(\d{8})(\d\d)?$/.exec(name) ?? []
  const parent = PARTITIONED.find((one) => one === table)
  if (parent === undefined || day === undefined) return null
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${hour ?? '00'}:00Z`
  const from = Date.parse(date)
  if (Number.isNaN(from)) return null
  const width = hour === undefined ? 'day' : 'hour'
  return { name, table: parent, width, from, until: from + WIDTH_MS[width] }
}
