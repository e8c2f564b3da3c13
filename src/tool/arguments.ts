import { InvalidArgumentError } from 'commander'
import { HOUR, MINUTE, SECOND } from '../kernel/duration.ts'
import { isUuid } from '../kernel/ids.ts'

/** The milliseconds of `500ms`, `12s` or `2m`. Like all parsers here it throws an error that leads to exit code 2. */
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
