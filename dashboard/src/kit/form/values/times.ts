import { Unreadable, type Value } from './values.ts'

/** Value of a `datetime-local` input, in the local time zone. */
export function writeLocal(value: Value): string {
  if (value instanceof Unreadable) return value.text
  const date = typeof value === 'string' ? new Date(value) : null
  if (date === null || Number.isNaN(date.getTime())) return ''
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, date.getSeconds() === 0 ? 16 : 19)
}

export function readLocal(text: string): Value {
  if (text === '') return undefined
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? new Unreadable(text, 'Enter a date and a time.') : date.toISOString()
}

export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
