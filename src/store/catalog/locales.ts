import { type TProperties, type TSchema, Type } from 'typebox'
import { LANGUAGE_TAG, type Locales } from '../../kernel/text/languages.ts'
import { type Attribute, json } from '../kit/values/attribute.ts'

/** Limits named values, so that a resource fits into the maximum body size. */
const MAX_NAMES = 100

export function byName<const Of extends TSchema>(pattern: string, schema: Of, description: string) {
  return Type.Record(Type.String({ pattern }), schema, {
    maxProperties: MAX_NAMES,
    additionalProperties: false,
    description,
  })
}

/** Texts by language tag, stored and returned unchanged. */
export function byLanguage(texts: TProperties, description: string) {
  return byName(LANGUAGE_TAG, Type.Object(texts), description)
}

const name = Type.Optional(Type.String({ maxLength: 255 }))
const description = Type.Optional(Type.String({ maxLength: 65_535 }))

/** Translations of the name and the description. */
export const locales: Attribute<Locales<'name' | 'description'>> = json(
  {
    ...byLanguage({ name, description }, 'Name and description by language tag, such as `fr-FR`.'),
    title: 'TextsByLanguage',
  },
  { initial: {} },
)

/** Translations for resources without a description. */
export const namesByLanguage: Attribute<Locales<'name'>> = json(
  { ...byLanguage({ name }, 'Name by language tag, such as `fr-FR`.'), title: 'NamesByLanguage' },
  { initial: {} },
)
