import { InvalidArgumentError } from 'commander'
import { isUuid } from '../kernel/ids.ts'

/** Milliseconds of `500ms`, `12s` or `2m`. Like the others here it throws what the tool answers with exit code 2. */
export function duration(text: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) ?? []
  const milliseconds = Number(number) * (UNITS[unit] ?? Number.NaN)
  if (milliseconds >= 0 && milliseconds <= 3_600_000) return milliseconds
  throw new InvalidArgumentError('Write it like 500ms, 12s or 2m, an hour at most.')
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 }

export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}

export function decimal(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`)
  }
}

export function uuid(text: string): string {
  if (isUuid(text)) return text.toLowerCase()
  throw new InvalidArgumentError('It must be a UUID.')
}
