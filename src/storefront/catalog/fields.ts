import { wrongField } from '../hypermedia/messages.ts'

type Sent = Readonly<Record<string, unknown>>

/** Throws `field.required`, `field.invalid.format`. */
export function textIn(sent: Sent, field: string): string {
  const value = sent[field]
  if (value === undefined || value === null || value === '')
    throw wrongField(field, 'field.required', `${field} is missing.`)
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text === 'string' && !text.includes('\0')) return text
  throw wrongField(field, 'field.invalid.format', `${field} must be a text.`)
}

/** Null where there is none. Throws `field.invalid.integer.format`, `field.invalid.minimum.value`. */
export function integerIn(sent: Sent, field: string, minimum: number): number | null {
  const value = sent[field] ?? ''
  if (value === '') return null
  const number = typeof value === 'string' && /^[+-]?\d+$/.test(value.trim()) ? Number(value) : value
  const data = { 'invalid-value': typeof value === 'object' ? JSON.stringify(value) : String(value) }
  if (typeof number !== 'number' || !Number.isInteger(number))
    throw wrongField(field, 'field.invalid.integer.format', `${field} must be an integer.`, data)
  if (number >= minimum) return number
  const least = { ...data, 'min-value': String(minimum) }
  throw wrongField(field, 'field.invalid.minimum.value', `${field} must be ${minimum} or more.`, least)
}

/** Texts, or numbers that stand for one. Throws `field.required`, `field.invalid.format`. */
export function textsIn(sent: Sent, field: string): string[] {
  const value = sent[field]
  if (value === undefined || value === null) throw wrongField(field, 'field.required', `${field} is missing.`)
  if (!Array.isArray(value)) throw wrongField(field, 'field.invalid.format', `${field} must be a list of texts.`)
  return value.map((text: unknown) => textIn({ [field]: text }, field))
}
