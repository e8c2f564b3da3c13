import { type TProperties, type TSchema, Type } from 'typebox'
import { LANGUAGE_TAG, type Locales } from '../../kernel/text/languages.ts'
import { type Attribute, json } from '../kit/values/attribute.ts'

/** Named values; the limit keeps a resource within the size of a body. */
const MAX_NAMES = 100

/** Values by name. */
export function byName<const Of extends TSchema>(pattern: string, schema: Of, description: string) {
  return Type.Record(Type.String({ pattern }), schema, {
    maxProperties: MAX_NAMES,
    additionalProperties: false,
    description,
  })
}

/** Texts by language tag. They are kept and shown as they are sent. */
export function byLanguage(texts: TProperties, description: string) {
  return byName(LANGUAGE_TAG, Type.Object(texts), description)
}

const name = Type.Optional(Type.String({ maxLength: 255 }))
const description = Type.Optional(Type.String({ maxLength: 65_535 }))

/** The attribute with the name and the description in other languages. */
export const locales: Attribute<Locales<'name' | 'description'>> = json(
  {
    ...byLanguage({ name, description }, 'Name and description by language tag, such as `fr-FR`.'),
    title: 'TextsByLanguage',
  },
  { initial: {} },
)

/** The same of what has no description. */
export const namesByLanguage: Attribute<Locales<'name'>> = json(
  { ...byLanguage({ name }, 'Name by language tag, such as `fr-FR`.'), title: 'NamesByLanguage' },
  { initial: {} },
)
