import { isObject } from '../../kernel/json/json.ts'
import type { Schema, Schemas } from './schema.ts'
import { pascal } from './words.ts'

/**
 * The name of a part that many resources have, which would otherwise be named after the first of them:
 * `OrderIdentifier` for a reference to an order (`OrderReference` if the id must be a UUID), `OrderRelationship` for a
 * relationship to it, `ResourceMeta`.
 */
export function commonName(schema: Schema): string | undefined {
  return identifierName(schema) ?? relationshipName(schema) ?? metaName(schema) ?? timestampsName(schema)
}

function identifierName({ properties = {}, required = [] }: Schema): string | undefined {
  const { type, id, ...others } = properties as Schemas
  if (type === undefined || id?.type !== 'string' || Object.keys(others).length > 0) return undefined
  const name = typeof type.const === 'string' ? pascal(type.const) : typeName(type)
  // Requests may omit a type that the path implies.
  const isImplied = !(required as string[]).includes('type')
  return name && `${name}${id.format === 'uuid' && !isImplied ? 'Reference' : 'Identifier'}${isImplied ? 'Input' : ''}`
}

/** `ProductFile` for the enumeration `ProductFileType`. */
function typeName({ $ref }: Schema): string | undefined {
  const [, name] = /(\w+)Type$/.exec(String($ref)) ?? []
  return name
}

function relationshipName({ properties = {} }: Schema): string | undefined {
  const { data, ...others } = properties as Schemas
  if (data === undefined || Object.keys(others).length > 0) return undefined
  const isList = data.type === 'array'
  const item = isList ? data.items : data
  const name = isObject(item) ? identifierName(item) : undefined
  return name?.replace(/Identifier|Reference/, isList ? 'RelationshipToMany' : 'Relationship')
}

function metaName({ properties = {} }: Schema): string | undefined {
  const { timestamps, ...others } = properties as Schemas
  if (timestamps === undefined || Object.keys(others).length > 0) return undefined
  if (timestamps.$ref === '#/components/schemas/Timestamps') return 'ResourceMeta'
  return timestampsName(timestamps) && 'CreationMeta'
}

/** The timestamps of an immutable resource. */
function timestampsName({ properties = {} }: Schema): string | undefined {
  return Object.keys(properties as object).join() === 'created_at' ? 'CreationTimestamps' : undefined
}
