import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { IGNORED_MEMBERS, REJECTED_MEMBERS, type Reasons } from '../../http/validation/ignored-members.ts'
import { Id, ImpliedType, Links, Timestamps } from '../../kernel/schemas.ts'
import { type Related, relatedSchema } from './related.ts'
import { type Attributes, emptyIfNull } from './values/attribute.ts'

export type Schemas = { create: TSchema; update: TSchema; resource: TObject; identifier: TObject }

/** Schemas of response members that are neither attributes nor in the event schema. */
export type Additions = {
  attributes?: TProperties
  members?: TProperties
  relationships?: TProperties
  meta?: TProperties
}

type Declaration = {
  type: string
  singular: string
  frame: 'flat' | 'attributes'
  attributes: Attributes
  event_schema?: TSchema
  shows?: Additions
  accepts?: TProperties
  accepts_beside?: TProperties
  ignores?: Reasons
  ignores_beside?: Reasons
  refuses?: Reasons
  aliases: Readonly<Record<string, string>>
  related: Related
}

export function schemasOf(declaration: Declaration): Schemas {
  const { id = Id, ...promised } = propertiesOf(declaration.event_schema)
  const identity = { type: Type.Literal(declaration.type), id }
  return {
    create: bodySchema(declaration, 'create'),
    update: bodySchema(declaration, 'update'),
    resource: Type.Object(
      { ...identity, ...responseMembers(declaration, promised) },
      { $id: operationName(declaration.singular) },
    ),
    identifier: Type.Object(identity),
  }
}

/** Members of the event schema, with the limits that attributes add, and members that only the API shows. */
function responseMembers(declaration: Declaration, promised: TProperties): TProperties {
  const { frame, attributes, shows = {} } = declaration
  const { type: _type, links: _links, meta, relationships, attributes: inner, ...members } = promised
  const related = { ...propertiesOf(relationships), ...shows.relationships }
  const own = frame === 'flat' ? members : propertiesOf(inner)
  const limited = Object.entries(attributes).map(([name, { schema }]) => [name, { ...own[name], ...schema }])
  const names = new Set(Object.keys(attributes))
  const others = Object.entries(own).filter(([name]) => !names.has(name))
  const shown = { ...Object.fromEntries([...limited, ...others]), ...aliasSchemas(declaration), ...shows.attributes }
  return {
    ...(frame === 'flat' ? shown : { attributes: Type.Object(shown) }),
    ...shows.members,
    links: Links,
    meta: Type.Object({ timestamps: Timestamps, ...propertiesOf(meta), ...shows.meta }),
    ...(Object.keys(related).length > 0 && { relationships: Type.Object(related, descriptionOf(relationships)) }),
  }
}

/** Attributes with a default are optional when creating; all attributes are optional when updating. */
function bodySchema(declaration: Declaration, operation: 'create' | 'update'): TObject {
  const { type, frame, attributes, event_schema } = declaration
  const promised = propertiesOf(frame === 'flat' ? event_schema : propertiesOf(event_schema).attributes)
  const own = Object.entries(attributes).map(([name, { schema, initial, fixed }]) => {
    const isFixed = operation === 'update' && fixed === true
    const described = {
      ...descriptionOf(promised[name]),
      ...(initial === '' ? emptyIfNull(schema) : schema),
      ...(isFixed && { readOnly: true }),
    }
    return [name, operation === 'create' && initial === undefined ? described : Type.Optional(described)]
  })
  const members: TProperties = {
    ...Object.fromEntries(own),
    ...optionalMembers({ ...aliasSchemas(declaration), ...declaration.accepts }),
  }
  const { ignores, refuses } = declaration
  const others = timesOfOthers({ ...promised, ...declaration.shows?.attributes, ...members })
  const inner = Type.Object(members, withoutEffect({ ...others, ...ignores }, refuses))
  const framed = { attributes: operation === 'create' ? inner : Type.Optional(inner) }
  const beside = optionalMembers({ ...relatedSchema(declaration.related), ...declaration.accepts_beside })
  return Type.Object(
    { type: ImpliedType(type), ...(frame === 'flat' ? members : framed), ...beside },
    frame === 'flat' ? withoutEffect(ignores, refuses) : withoutEffect(declaration.ignores_beside),
  )
}

const TIMES = ['created_at', 'updated_at', 'published_at']

/** Times that the catalog and other servers show beside the attributes, so that clients send them back. */
function timesOfOthers(known: TProperties): Reasons {
  const others = TIMES.filter((name) => !Object.hasOwn(known, name))
  return Object.fromEntries(others.map((name) => [name, 'Only responses have it.']))
}

function withoutEffect(ignored?: Reasons, refused?: Reasons) {
  return {
    ...(ignored !== undefined && { [IGNORED_MEMBERS]: ignored }),
    ...(refused !== undefined && { [REJECTED_MEMBERS]: refused }),
  }
}

function optionalMembers(members: TProperties): TProperties {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)]))
}

function aliasSchemas({ aliases, attributes }: Declaration): TProperties {
  const entries = Object.entries(aliases).map(([alias, name]) => {
    const { schema = Type.Unknown() } = attributes[name] ?? {}
    return [alias, Type.Unsafe({ ...schema, description: `Alias of \`${name}\`.` })] as const
  })
  return Object.fromEntries(entries)
}

function propertiesOf(schema: TSchema | undefined): TProperties {
  return (schema as TObject | undefined)?.properties ?? {}
}

function descriptionOf(schema: TSchema | undefined): { description?: string } {
  const { description } = (schema ?? {}) as { description?: string }
  return description === undefined ? {} : { description }
}

/** Converts to Pascal case for operation ids and components: `account member` becomes `AccountMember`. */
export function operationName(words: string): string {
  return words
    .split(/[ -]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
}
