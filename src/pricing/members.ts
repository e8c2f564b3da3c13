import { type TSchema, type TSchemaOptions, Type } from 'typebox'

// Schemas of the members that actions, conditions and selectors share.

const MAX_NAMES = 1000
const MAX_AMOUNT = 1_000_000_000_000

export const Id = Type.String({ format: 'uuid' })
export const Name = Type.String({ minLength: 1, maxLength: 255 })
export const Ppm = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'In millionths: 200000 is 20 %.' })

export function NamesOf(item: TSchema, options: TSchemaOptions = {}) {
  return Type.Array(item, { minItems: 1, maxItems: MAX_NAMES, ...options })
}

export function AmountFrom(minimum: 0 | 1, description = 'In minor units of the currency.') {
  return Type.Integer({ minimum, maximum: MAX_AMOUNT, description })
}

export function Count(description: string) {
  return Type.Integer({ minimum: 1, maximum: 10_000, description })
}

/** An optional limit; null or absent means no limit. */
export function Limit(limit: TSchema, without: string) {
  return Type.Optional(Type.Union([limit, Type.Null()], { description: `Null or absent: ${without}.` }))
}

/** An object without other members: a misspelled one would silently match everything. */
export function ClosedObject<Members extends Record<string, TSchema>>(members: Members, options: TSchemaOptions = {}) {
  return Type.Object(members, { additionalProperties: false, ...options })
}
