import { Type } from 'typebox'
import { type Attribute, json } from '../kit/values/attribute.ts'
import { byName } from './locales.ts'

type Texts = Record<string, string | null>

function texts(description: string): Attribute<Texts> {
  return json(byName('^.{1,255}$', Type.Union([Type.String({ maxLength: 1000 }), Type.Null()]), description), {
    initial: {},
  })
}

/** Texts under names that the seller chooses, stored and returned unchanged. */
export const admin_attributes = texts('Texts of your own by name, which only sellers see.')
export const shopper_attributes = texts('Texts of your own by name, which the catalog shows to shoppers.')
