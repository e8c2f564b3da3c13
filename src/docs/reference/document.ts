import { accessSentence, type OperationAccess } from '../../http/document/access.ts'
import { withExamples } from '../../http/document/examples.ts'
import { type FilterOperators, filterOf, type ListFields, type ListFilter } from '../../http/document/list-fields.ts'
import { operationsOf as allOperations } from '../../http/document/operations.ts'
import { parametersOf } from '../../http/document/shared-parameters.ts'
import { readText } from '../library.ts'
import type { Schema } from '../schema.ts'

export type Media = { schema?: Schema; example?: unknown }
export type Response = { description?: string; content?: Readonly<Record<string, Media>> }
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}
type Operation = ListFields &
  OperationAccess & {
    operationId: string
    summary: string
    description?: string
    tags: readonly string[]
    parameters?: readonly (Parameter | { $ref: string })[]
    requestBody?: { required?: boolean; content: Readonly<Record<string, Media>> }
    responses: Readonly<Record<string, Response | { $ref: string }>>
  }

/** The part of this release's OpenAPI document that the reference reads. */
export type ApiDocument = FilterOperators & {
  servers: readonly { url: string }[]
  info: { title: string; version: string; description: string }
  tags: readonly { name: string }[]
  'x-tagGroups': readonly { name: string; tags: readonly string[] }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: {
    schemas: Readonly<Record<string, Schema>>
    responses: Readonly<Record<string, Response>>
    parameters: Readonly<Record<string, Parameter>>
    securitySchemes: { client_credentials: { flows: { clientCredentials: { tokenUrl: string } } } }
  }
}

/**
 * The generated document, with paths at this address. Reading the file takes a tenth of the time of generating the
 * document from the routes.
 */
export function readApiDocument(address: string): ApiDocument {
  return addressed(JSON.parse(readText('docs/openapi.json')), address)
}

/** The same document with a request and a response of each operation. */
export function readDocumentWithExamples(address: string): ApiDocument {
  return addressed(withExamples(JSON.parse(readText('docs/openapi.json'))), address)
}

function addressed(document: ApiDocument, address: string): ApiDocument {
  const server_url = document.servers[0]?.url ?? ''
  const { clientCredentials } = document.components.securitySchemes.client_credentials.flows
  clientCredentials.tokenUrl = address + clientCredentials.tokenUrl.slice(server_url.length)
  return { ...document, servers: [{ url: address }] }
}

export type NamedOperation = Omit<Operation, 'parameters' | 'x-filter'> & {
  method: string
  path: string
  parameters: readonly Parameter[]
  filter?: ListFilter
}

/** The operations below a heading, in document order. */
export function operationsOf(document: ApiDocument, tag: string): NamedOperation[] {
  return allOperations<Operation>(document).flatMap(({ path, method, operation }) =>
    operation.tags.includes(tag) ? [namedOperation(operation, { method: method.toUpperCase(), path }, document)] : [],
  )
}

/** An operation with references resolved and its access as a sentence. */
function namedOperation(
  operation: Operation,
  route: { method: string; path: string },
  document: ApiDocument,
): NamedOperation {
  const { 'x-filter': _, ...rest } = operation
  const filter = filterOf(operation, document)
  return {
    ...rest,
    ...route,
    description: [operation.description, accessSentence(operation)].filter(Boolean).join('\n\n'),
    parameters: parametersOf(operation, document),
    ...(filter && { filter }),
  }
}
