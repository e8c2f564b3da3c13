import { Type } from 'typebox'
import { numberFormatOf } from '../formats.ts'
import { formatTag, type Locale } from '../locale.ts'

export type Detail = { name: string; 'display-name': string; value: unknown; 'display-value': string }

export const DETAILS = Type.Array(
  Type.Object(
    {
      name: Type.String({ description: 'The name for programs.' }),
      'display-name': Type.String({ description: 'The name for display.' }),
      value: Type.Union([Type.String(), Type.Number(), Type.Boolean()], { description: 'The value for programs.' }),
      'display-value': Type.String({ description: 'The value for display; a number as the locale writes it.' }),
    },
    { title: 'Detail' },
  ),
  { description: 'Attributes that have a value, such as the description.' },
)

/** The members with a non-empty primitive value. */
export function detailsOf(locale: Locale | null, members: Readonly<Record<string, unknown>>): Detail[] {
  return Object.entries(members)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '')
    .map(([name, value]) => ({
      name,
      'display-name': toTitle(name),
      value,
      'display-value': typeof value === 'number' ? numberText(locale, value) : String(value),
    }))
}

function numberText(locale: Locale | null, value: number): string {
  const tag = formatTag(locale)
  return tag === null ? String(value) : numberFormatOf(tag).format(value)
}

/** Turns `lamp_shade` into `Lamp shade`. */
function toTitle(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
