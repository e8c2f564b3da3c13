import { Unreadable, type Value } from './values.ts'

export function readJson(text: string): Value {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return new Unreadable(text, 'Invalid JSON. Check quotes, commas and brackets.')
  }
}

/** JSON of a value, with unreadable parts as they were typed. */
export function textOf(value: Value): string {
  return JSON.stringify(value, (_, one) => (one instanceof Unreadable ? one.text : one), 2)
}

export function writeJson(value: Value): string {
  if (value instanceof Unreadable) return value.text
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}
