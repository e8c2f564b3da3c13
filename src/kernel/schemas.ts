import { Type } from 'typebox'

export const Id = Type.String({ format: 'uuid' })

/** The `type` of a body, which the path already implies: optional, but no other value is allowed. */
export function ImpliedType<const Name extends string>(type: Name) {
  return Type.Optional(Type.Literal(type, spellingsOf(type)))
}

/** A type of several words is accepted with hyphens and with underscores, since resources differ in this. */
function spellingsOf(type: string) {
  const other = type.includes('_') ? type.replaceAll('_', '-') : type.replaceAll('-', '_')
  return other === type ? {} : { 'x-aliases': { [other]: type } }
}

export const Time = Type.String({ format: 'date-time', description: 'UTC, in whole milliseconds.' })

export const Timestamps = Type.Object({ created_at: Time, updated_at: Time }, { title: 'Timestamps' })

export const Links = Type.Object(
  { self: Type.String({ format: 'uri', description: 'Address of the resource.' }) },
  { title: 'ResourceLinks' },
)

export const Money = Type.Object(
  {
    amount: Type.Integer({ description: 'In minor units of the currency.' }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' }),
    formatted: Type.String({ description: 'For display, in the format of the currency.' }),
  },
  { title: 'Money', description: 'An amount of money.' },
)

export const UnitAndValue = Type.Object(
  { unit: Money, value: Money },
  { title: 'UnitAndValue', description: 'Per unit, and for the quantity.' },
)

export const Price = Type.Object(
  {
    amount: Type.Integer({ description: 'In minor units of the currency.' }),
    currency: Type.String(),
    includes_tax: Type.Boolean(),
  },
  { title: 'Price' },
)

function Identifier<const Name extends string>(type: Name) {
  return Type.Object({ type: Type.Literal(type, spellingsOf(type)), id: Type.String({ minLength: 1 }) })
}

export function ToOne<const Name extends string>(type: Name) {
  return Type.Object({ data: Identifier(type) })
}

export function ToMany<const Name extends string>(type: Name) {
  return Type.Object({ data: Type.Array(Identifier(type)) })
}
