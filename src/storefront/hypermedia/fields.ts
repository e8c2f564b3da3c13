import { invalidField, MessageError } from './messages.ts'
import type { Message } from './resource.ts'

type FormBody = Readonly<Record<string, unknown>>

type LengthRange = { min: number; max: number }

/** Converts a number to its decimal text. Throws `field.required`, `field.invalid.format`. */
export function readString(body: FormBody, field: string): string {
  const value = body[field]
  if (value === undefined || value === null || value === '') throw missingField(field)
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text === 'string' && !text.includes('\0')) return text
  throw invalidField(field, 'field.invalid.format', `${field} must be a string.`)
}

/** Throws `field.required`, `field.invalid.format`, `field.invalid.size`. */
export function readBoundedString(body: FormBody, field: string, range: LengthRange): string {
  const text = readString(body, field)
  if (text.length >= range.min && text.length <= range.max) return text
  throw invalidLength(field, range, `${field} must be ${range.min} to ${range.max} characters.`)
}

/** Trims the text. Throws `field.required`, `field.invalid.format`, `field.invalid.size`. */
export function readTrimmedString(body: FormBody, field: string, range: LengthRange): string {
  const value = body[field]
  return readBoundedString({ [field]: typeof value === 'string' ? value.trim() : value }, field, range)
}

/** Null if absent. Throws `field.invalid.integer.format`, `field.invalid.minimum.value`. */
export function readInteger(body: FormBody, field: string, minimum = Number.NEGATIVE_INFINITY): number | null {
  const value = body[field] ?? ''
  if (value === '') return null
  const number = typeof value === 'string' && /^[+-]?\d+$/.test(value.trim()) ? Number(value) : value
  const data = { 'invalid-value': typeof value === 'object' ? JSON.stringify(value) : String(value) }
  if (typeof number !== 'number' || !Number.isInteger(number))
    throw invalidField(field, 'field.invalid.integer.format', `${field} must be an integer.`, data)
  if (number >= minimum) return number
  const range = { ...data, 'min-value': String(minimum) }
  throw invalidField(field, 'field.invalid.minimum.value', `${field} must be at least ${minimum}.`, range)
}

/** Null if absent. Throws `field.invalid.option.value`, which lists the choices. */
export function readChoice<Choice extends string>(
  body: FormBody,
  field: string,
  choices: readonly Choice[],
): Choice | null {
  const value = body[field] ?? ''
  if (value === '') return null
  const chosen = choices.find((choice) => choice === value)
  if (chosen !== undefined) return chosen
  const data = { 'invalid-value': typeof value === 'object' ? JSON.stringify(value) : String(value) }
  throw invalidField(field, 'field.invalid.option.value', `${field} must be one of: ${choices.join(', ')}.`, data)
}

/** Members of every form besides its fields, which a client may send back. */
const FORM_MEMBERS = ['self', 'messages', 'links']

/** Throws `field.unknown` for each member of the body that is not a field. */
export function rejectUnknownFields(body: FormBody, fields: readonly string[]): void {
  const unknown = Object.keys(body).filter((name) => !fields.includes(name) && !FORM_MEMBERS.includes(name))
  if (unknown.length === 0) return
  const messages = unknown.flatMap(
    (name) =>
      invalidField(name, 'field.unknown', `Unknown field ${name}; the fields are: ${fields.join(', ')}.`).messages,
  )
  throw new MessageError('malformed_body', messages)
}

/** An array of strings or numbers. Throws `field.required`, `field.invalid.format`. */
export function readStrings(body: FormBody, field: string): string[] {
  const value = body[field]
  if (value === undefined || value === null) throw missingField(field)
  if (!Array.isArray(value)) throw invalidField(field, 'field.invalid.format', `${field} must be an array of strings.`)
  return value.map((text: unknown) => readString({ [field]: text }, field))
}

/** The result of each reader, by name. Throws one error with the messages of all readers that fail. */
export function readFields<Readers extends Readonly<Record<string, () => unknown>>>(
  readers: Readers,
): { [Name in keyof Readers]: ReturnType<Readers[Name]> } {
  const messages: Message[] = []
  const values = Object.entries(readers).map(([name, read]) => {
    try {
      return [name, read()]
    } catch (error) {
      if (!(error instanceof MessageError)) throw error
      messages.push(...error.messages)
      return [name, null]
    }
  })
  if (messages.length > 0) throw new MessageError('malformed_body', messages)
  return Object.fromEntries(values)
}

export function missingField(field: string): MessageError {
  return invalidField(field, 'field.required', `${field} is missing.`)
}

export function invalidLength(field: string, { min, max }: LengthRange, text: string): MessageError {
  return invalidField(field, 'field.invalid.size', text, { 'min-length': String(min), 'max-length': String(max) })
}
