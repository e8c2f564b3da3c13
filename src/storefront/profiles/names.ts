import { sizedTextIn } from '../hypermedia/fields.ts'

/** What clients are told of the one name that the store keeps. */
export type Names = { given: string; family: string }

/** Two of these and the space between them are the longest name that the store takes. */
const LONGEST_PART = 127
export const LONGEST_NAME = 2 * LONGEST_PART + 1

/** What follows the last space is the family name; one word is a given name. */
export function splitName(name: string): Names {
  const text = name.trim()
  const space = text.lastIndexOf(' ')
  return space === -1 ? { given: text, family: '' } : { given: text.slice(0, space), family: text.slice(space + 1) }
}

export function joinNames({ given, family }: Names): string {
  return `${given} ${family}`.trim()
}

/** Without spaces around it. Throws `field.required`, `field.invalid.format`, `field.invalid.size`. */
export function namePartIn(sent: Readonly<Record<string, unknown>>, field: string): string {
  const value = sent[field]
  const text = typeof value === 'string' ? value.trim() : value
  return sizedTextIn({ [field]: text }, field, { least: 1, most: LONGEST_PART })
}
