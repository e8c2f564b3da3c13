import { type TProperties, Type } from 'typebox'
import { ImpliedType } from '../../kernel/schemas.ts'

/** Relationships by name: the attribute that each is an alias of, and the type of the related resource. */
export type Related = Readonly<Record<string, { attribute: string; type: string }>>

export function relatedSchema(related: Related): TProperties {
  const entries = Object.entries(related).map(([name, { attribute, type }]) => {
    const identifier = Type.Object({ type: ImpliedType(type), id: Type.String({ format: 'uuid' }) })
    const data = Type.Union([identifier, Type.Null()])
    return [name, Type.Optional(Type.Object({ data }, { description: `Alias of \`${attribute}\`.` }))] as const
  })
  return entries.length === 0 ? {} : { relationships: Type.Object(Object.fromEntries(entries)) }
}
