import { InvalidArgumentError } from 'commander'
import { DAY, HOUR, MINUTE, SECOND } from '../kernel/duration.ts'
import { isUuid } from '../kernel/ids.ts'
import { type Permission, parsePermission } from '../kernel/permissions.ts'

/**
 * Parses `500ms`, `12s` or `2m` to milliseconds. Like all parsers here it throws an error that leads to exit code 2.
 */
export function duration(text: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) ?? []
  const milliseconds = Number(number) * (UNITS[unit] ?? Number.NaN)
  if (milliseconds >= 0 && milliseconds <= HOUR) return milliseconds
  throw new InvalidArgumentError('It must be a duration such as 500ms, 12s or 2m, at most 60m.')
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: SECOND, m: MINUTE }

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }
}

export function decimal(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`)
  }
}

export function uuid(text: string): string {
  if (isUuid(text)) return text.toLowerCase()
  throw new InvalidArgumentError('It must be a UUID.')
}

/**
 * Parses a time for filters: `2026-11-20`, `2026-11-20T08:30:00Z`, or a span before now such as `30m`, `2h` or `7d`.
 */
export function moment(text: string): string {
  const [, number, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const time = number === undefined ? Date.parse(text) : Date.now() - Number(number) * (SPANS[unit] ?? Number.NaN)
  if (Number.isNaN(time))
    throw new InvalidArgumentError('It must be a time such as 2026-11-20T08:30:00Z, or 2h for two hours ago.')
  return new Date(time).toISOString()
}

/**
 * Parses a future time: `2027-01-01T00:00:00Z`, or a span from now such as `12h` or `90d`. Returns milliseconds since
 * the epoch.
 */
export function futureTime(text: string): number {
  const [, number, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const time = number === undefined ? Date.parse(text) : Date.now() + Number(number) * (SPANS[unit] ?? Number.NaN)
  if (time > Date.now()) return time
  throw new InvalidArgumentError('It must be a future time such as 2027-01-01T00:00:00Z, or 90d for 90 days from now.')
}

/** Appends a permission to those of earlier options. */
export function permission(text: string, others: readonly Permission[] = []): readonly Permission[] {
  try {
    return [...others, parsePermission(text)]
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : '')
  }
}

const SPANS: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY }
