import { Refusal, wrongField } from './messages.ts'
import type { Message } from './resource.ts'

type Sent = Readonly<Record<string, unknown>>

/** Characters that a text may have. */
type Size = { least: number; most: number }

/** Throws `field.required`, `field.invalid.format`. */
export function textIn(sent: Sent, field: string): string {
  const value = sent[field]
  if (value === undefined || value === null || value === '') throw missingField(field)
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text === 'string' && !text.includes('\0')) return text
  throw wrongField(field, 'field.invalid.format', `${field} must be a text.`)
}

/** Throws `field.required`, `field.invalid.format`, `field.invalid.size`. */
export function sizedTextIn(sent: Sent, field: string, size: Size): string {
  const text = textIn(sent, field)
  if (text.length >= size.least && text.length <= size.most) return text
  throw wrongSize(field, size, `${field} must be ${size.least} to ${size.most} characters.`)
}

/** Null where there is none. Throws `field.invalid.integer.format`, `field.invalid.minimum.value`. */
export function integerIn(sent: Sent, field: string, minimum = Number.NEGATIVE_INFINITY): number | null {
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
  if (value === undefined || value === null) throw missingField(field)
  if (!Array.isArray(value)) throw wrongField(field, 'field.invalid.format', `${field} must be a list of texts.`)
  return value.map((text: unknown) => textIn({ [field]: text }, field))
}

/** What each of these reads, by name. Throws one refusal with the messages of all that refuse. */
export function together<Readers extends Readonly<Record<string, () => unknown>>>(
  readers: Readers,
): { [Name in keyof Readers]: ReturnType<Readers[Name]> } {
  const wrong: Message[] = []
  const read = Object.entries(readers).map(([name, reader]) => {
    try {
      return [name, reader()]
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      wrong.push(...error.messages)
      return [name, null]
    }
  })
  if (wrong.length > 0) throw new Refusal('malformed_body', wrong)
  return Object.fromEntries(read)
}

export function missingField(field: string): Refusal {
  return wrongField(field, 'field.required', `${field} is missing.`)
}

export function wrongSize(field: string, { least, most }: Size, text: string): Refusal {
  return wrongField(field, 'field.invalid.size', text, { 'min-length': String(least), 'max-length': String(most) })
}
