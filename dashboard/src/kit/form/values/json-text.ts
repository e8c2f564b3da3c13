import { Unreadable, type Value } from './values.ts'

export function readJson(text: string): Value {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return new Unreadable(text, 'This is not JSON. Check quotes, commas and brackets.')
  }
}

export function writeJson(value: Value): string {
  if (value instanceof Unreadable) return value.text
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}
