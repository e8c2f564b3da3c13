import { isObject } from '../../kernel/json/json.ts'
import { mapMembers } from '../validation/components.ts'
import { Names } from './names.ts'
import { constantsIn, inside, part, referred } from './parts.ts'
import type { Schema, Schemas } from './schema.ts'
import { shareParts } from './shared-parts.ts'
import { pascal, singular } from './words.ts'

type Content = Record<string, { schema?: Schema }>

export type Parameter = { name: string; in: string; schema: Schema }

export type Reference = { $ref: string }

export const REFERENCE = '#/components/schemas/'

export type Operation = {
  /** Operations without an id stay as they are, because their parts could not be named. */
  operationId?: string
  parameters?: (Parameter | Reference)[]
  requestBody?: { content: Content; required?: boolean }
  responses: Record<string, OperationResponse>
}

export type OperationResponse = { content?: Content; $ref?: string }

export type OpenApi = {
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Schemas
    responses?: Record<string, OperationResponse>
    parameters?: Record<string, Parameter>
  }
}

/**
 * Names the parts of an OpenAPI document for which client generators create types: bodies, lists, unions, enumerations,
 * and schemas with a `title`. Names follow from the place. Equal schemas share one name, and components keep theirs.
 * Throws if no name is free for a part, which then needs a title.
 */
export function withNamedParts<Document extends OpenApi>(document: Document): Document {
  const { components } = document
  const names = new Names(components.schemas)
  for (const [name, schema] of Object.entries(components.schemas)) names.reserve(constantsIn(name, schema))
  for (const [name, schema] of Object.entries(components.schemas)) names.replace(name, inside(schema, [name], names))
  const paths = mapMembers(document.paths, (methods) => mapMembers(methods, (operation) => withNames(operation, names)))
  shareParts(names)
  return { ...document, paths, components: { ...components, schemas: names.schemas } }
}

function withNames(operation: Operation, names: Names): Operation {
  const { operationId, parameters, requestBody, responses } = operation
  if (operationId === undefined) return operation
  return {
    ...operation,
    ...(parameters && { parameters: parameters.map((parameter) => withName(parameter, operationId, names)) }),
    ...(requestBody && {
      requestBody: { ...requestBody, content: requestContent(requestBody.content, operationId, names) },
    }),
    responses: mapMembers(responses, (response) =>
      response.content === undefined
        ? response
        : { ...response, content: responseContent(response.content, operationId, names) },
    ),
  }
}

function withName(parameter: Parameter | Reference, operationId: string, names: Names): Parameter | Reference {
  if ('$ref' in parameter) return parameter
  const name = pascal(parameter.name)
  return { ...parameter, schema: part(parameter.schema, [name, operationId + name], names) }
}

function requestContent(content: Content, operationId: string, names: Names): Content {
  return mapMembers(content, ({ schema, ...media }, type) => {
    if (schema === undefined) return media
    const kind = type.endsWith('json') ? 'Request' : 'Form'
    const name = operationId.endsWith(kind) ? operationId : operationId + kind
    if (isReady(schema)) return { ...media, schema: part(schema, [], names) }
    const { description: _, ...whole } = inside(schema, [subjectOf(operationId), operationId], names)
    return { ...media, schema: names.refer(withNamedData(whole, inputNames(operationId), names), [name]) }
  })
}

/** Turns `data` into a reference, since clients build it separately from the body. */
function withNamedData(whole: Schema, candidates: readonly string[], names: Names): Schema {
  const { properties } = whole as { properties?: Schemas }
  const { data } = properties ?? {}
  if (data?.type !== 'object') return whole
  return { ...whole, properties: { ...properties, data: referred(data, candidates, names) } }
}

/** `NewCart` for `CreateCart`, `CartChanges` for `UpdateCart`. */
function inputNames(operationId: string): string[] {
  const [, verb, subject] = /^(Create|Update)([A-Z].*)$/.exec(operationId) ?? []
  const own = [`${operationId}Input`]
  if (subject === undefined) return own
  return [verb === 'Create' ? `New${subject}` : `${subject}Changes`, ...own]
}

function responseContent(content: Content, operationId: string, names: Names): Content {
  return mapMembers(content, ({ schema, ...media }) => {
    if (schema === undefined) return media
    if (isReady(schema)) return { ...media, schema: part(schema, [], names) }
    const { description: _, ...whole } = inside(schema, [subjectOf(operationId), operationId], names)
    return { ...media, schema: names.refer(whole, responseNames(whole, operationId)) }
  })
}

/** True if a body needs no name: it has one already, or is text or bytes. */
function isReady(schema: Schema): boolean {
  return '$ref' in schema || schema.type === 'string' || typeof schema.title === 'string'
}

/** `Integration` for `CreateIntegration`. */
function subjectOf(operationId: string): string {
  return operationId.replace(/^(Create|Update|Put|Get|List)(?=[A-Z])/, '')
}

/**
 * `CartList` for a list of carts, `CartResponse` for one cart, `DeletedCartResponse`. Never the operation id plus
 * `Response`, because generators use that name themselves.
 */
function responseNames(whole: Schema, operationId: string): string[] {
  const { data, links, included } = (whole.properties ?? {}) as { data?: Schema; links?: Schema; included?: Schema }
  const frame = included === undefined ? '' : 'WithIncluded'
  const [one, each] = [nameOf(data), nameOf(data?.items)]
  const own = [
    ...(operationId.startsWith('Delete') ? [`${operationId.replace('Delete', 'Deleted')}Response`] : []),
    ...(operationId.startsWith('List') ? [`${singular([subjectOf(operationId)], '')[0]}List`] : []),
    ...(operationId.startsWith('Get') ? [`${subjectOf(operationId)}Response`] : []),
    `${operationId}Result`,
  ]
  if (one !== undefined) return [`${one}Response${frame}`, ...own]
  return each === undefined || links === undefined ? own : [`${each}List${frame}`, ...own]
}

function nameOf(schema: unknown): string | undefined {
  return isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
}
