import { Type } from 'typebox'
import { alternatives, type Wording } from '../explanations/wording.ts'
import { NamesOf } from '../members.ts'
import { joinWithOr, type Requirement } from './clause.ts'
import type { FactKind } from './fact.ts'
import { type MissingName, type OneOf, oneOf } from './one-of.ts'

const Code = Type.String({ pattern: '^[A-Z]{2}$', 'x-country': true })

export type Country = OneOf<'country'>

export const country = {
  ...oneOf('country', ({ country }) => (country === null ? [] : [country]), deliveryTo),
  description: 'The delivery address is in a country of `one_of`.',
  members: { one_of: NamesOf(Code, { description: 'ISO 3166-1.' }) },
} as const satisfies FactKind<Country, MissingName<'country'>>

const NAMES = new Intl.DisplayNames('en', { type: 'region' })

function deliveryTo(codes: readonly string[], wording: Wording): Requirement {
  const names = codes.map((code) => NAMES.of(code) ?? code)
  const countries = wording.names === null ? joinWithOr(names, 'certain countries') : alternatives(names)
  const delivery = `for delivery to ${countries}`
  return { does: delivery, does_not: `not ${delivery}` }
}
