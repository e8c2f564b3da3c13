import { isObject } from '../../kernel/json.ts'
import { Names } from './names.ts'
import { inside, part } from './parts.ts'
import { mapValues, type Schema, type Schemas } from './schema.ts'
import { pascal, singular } from './words.ts'

type Content = Record<string, { schema?: Schema }>

export type Operation = {
  /** Parts of an operation without one have nothing to be named after, and stay as they are. */
  operationId?: string
  parameters?: { name: string; schema: Schema }[]
  requestBody?: { content: Content; required?: boolean }
  responses: Record<string, { content?: Content }>
}

export type OpenApi = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Schemas }
}

/**
 * Names the parts of an OpenAPI document for which generators of clients make types: bodies, lists, unions and
 * enumerations, and what has a `title`. They are named after their place; what is the same has one name wherever it
 * occurs, and components keep theirs. Throws when a part finds no name of its own: then it needs a title.
 */
export function withNamedParts<Document extends OpenApi>(document: Document): Document {
  const { components } = document
  const names = new Names(components.schemas)
  for (const [name, schema] of Object.entries(components.schemas)) names.replace(name, inside(schema, [name], names))
  const paths = mapValues(document.paths, (methods) => mapValues(methods, (operation) => withNames(operation, names)))
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
    responses: mapValues(responses, (response) =>
      response.content === undefined
        ? response
        : { ...response, content: responseContent(response.content, operationId, names) },
    ),
  }
}

function withName<Parameter extends { name: string; schema: Schema }>(
  parameter: Parameter,
  operationId: string,
  names: Names,
): Parameter {
  const name = pascal(parameter.name)
  return { ...parameter, schema: part(parameter.schema, [name, operationId + name], names) }
}

function requestContent(content: Content, operationId: string, names: Names): Content {
  return mapValues(content, ({ schema, ...media }, type) => {
    if (schema === undefined) return media
    const kind = type.endsWith('json') ? 'Request' : 'Form'
    const name = operationId.endsWith(kind) ? operationId : operationId + kind
    return { ...media, schema: body(schema, [subjectOf(operationId), operationId], () => [name], names) }
  })
}

function responseContent(content: Content, operationId: string, names: Names): Content {
  return mapValues(content, ({ schema, ...media }) => {
    if (schema === undefined) return media
    const candidates = (whole: Schema) => responseNames(whole, operationId)
    return { ...media, schema: body(schema, [subjectOf(operationId), operationId], candidates, names) }
  })
}

/** A reference to the body under one of its candidates; text and bytes need no name. */
function body(
  schema: Schema,
  prefixes: readonly string[],
  candidates: (whole: Schema) => readonly string[],
  names: Names,
): Schema {
  if ('$ref' in schema || schema.type === 'string') return schema
  if (typeof schema.title === 'string') return part(schema, [], names)
  const { description: _, ...whole } = inside(schema, prefixes, names)
  return names.refer(whole, candidates(whole))
}

/** `Integration` for `CreateIntegration`. */
function subjectOf(operationId: string): string {
  return operationId.replace(/^(Create|Update|Put|Get|List)(?=[A-Z])/, '')
}

/**
 * `CartList` for a list of carts, `CartResponse` for one, `DeletedCartResponse`. Never the id of an operation with
 * `Response`, which is what generators name the response itself.
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
