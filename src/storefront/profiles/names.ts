import { Type } from 'typebox'
import { readTrimmedString } from '../hypermedia/fields.ts'

/** The two parts of the single name that the store keeps. */
export type Names = { given: string; family: string }

/** Two parts and a space are at most the 255 characters that the store accepts. */
const MAX_PART_LENGTH = 127
export const MAX_NAME_LENGTH = 2 * MAX_PART_LENGTH + 1

/** The family name is the text after the last space; a single word is a given name. */
export function splitName(name: string): Names {
  const text = name.trim()
  const space = text.lastIndexOf(' ')
  return space === -1 ? { given: text, family: '' } : { given: text.slice(0, space), family: text.slice(space + 1) }
}

export function joinNames({ given, family }: Names): string {
  return `${given} ${family}`.trim()
}

export function nameField(description: string) {
  return Type.String({ minLength: 1, maxLength: MAX_PART_LENGTH, description })
}

/** People with one name have no family name. */
export const FAMILY_NAME = Type.String({ maxLength: MAX_PART_LENGTH, description: 'The family name, if there is one.' })

/** A blank family name means none. Throws `field.invalid.format`, `field.invalid.size`. */
export function readFamilyName(body: Readonly<Record<string, unknown>>): string {
  const { 'family-name': family = null } = body
  const isBlank = family === null || (typeof family === 'string' && family.trim() === '')
  return isBlank ? '' : readNamePart(body, 'family-name')
}

/** Trims the text. Throws `field.required`, `field.invalid.format`, `field.invalid.size`. */
export function readNamePart(body: Readonly<Record<string, unknown>>, field: string): string {
  return readTrimmedString(body, field, { min: 1, max: MAX_PART_LENGTH })
}
