import { parametersOf } from '../src/http/document/shared-parameters.ts'
import {
  alternativesOf,
  type Found,
  type Json,
  membersOf,
  operationsOf,
  resolvedIn,
  schemasOf,
} from './openapi-places.ts'

/** Names that become identical in Go (`TransactionType`) or Python (`transaction_type`). */
export function doubledNames(document: Json): Found[] {
  const { schemas, responses, parameters } = membersOf(document.components)
  const operations = operationsOf(document)
  const ids = operations.map(({ operation }) => String(operation.operationId))
  const parts = schemasOf(document)
  return [
    ...doubled(
      [schemas, responses, parameters].flatMap((parts) => Object.keys(membersOf(parts))),
      ['components'],
    ),
    ...doubled(ids, ['paths']),
    ...operations.flatMap(({ path, operation }) =>
      doubled(
        parametersOf<{ name: string }>(operation, document).map(({ name }) => name),
        path,
      ),
    ),
    ...helperNames(document),
    ...apiClasses(document),
    ...parts.flatMap(({ path, schema }) => [
      ...doubledMembers(document, schema, path),
      ...doubled(Object.keys(membersOf(schema.properties)), path),
      ...doubled((Array.isArray(schema.enum) ? schema.enum : []).map(String), path),
    ]),
  ]
}

function doubled(names: readonly string[], path: string[]): Found[] {
  const seen = new Map<string, string>()
  return names.flatMap((name) => {
    const folded = foldedName(name)
    const other = seen.get(folded)
    seen.set(folded, name)
    return other === undefined ? [] : [{ path, message: `${other} and ${name} differ by case and punctuation only.` }]
  })
}

/** Suffixes that some generator appends to an operation's id to name its functions and types. */
const HELPERS = [
  ...[
    'Async',
    'AsyncWithHttpInfo',
    'Call',
    'CallAsync',
    'Data',
    'Error',
    'Errors',
    'Execute',
    'JSONBody',
    'JSONRequestBody',
  ],
  ...['OrDefault', 'OrDefaultAsync', 'Params', 'Raw', 'Request', 'RequestBuilder', 'Response', 'Responses', 'Success'],
  ...['ValidateBeforeCall', 'WithBody', 'WithBodyWithResponse', 'WithHttpInfo', 'WithHttpInfoAsync', 'WithResponse'],
]
/**
 * Suffixes of functions only. Bodies are named after their operations, but types and functions have separate
 * namespaces.
 */
const OF_FUNCTIONS = new Set(['Request', 'RequestBuilder', 'Raw'])

/**
 * Generators of PHP name the function that prepares `GetLog` `GetLogRequest`, which therefore cannot be an operation.
 */
function helperNames(document: Json): Found[] {
  const ids = new Map(
    operationsOf(document).map(({ operation }) => [foldedName(String(operation.operationId)), operation]),
  )
  const components = new Set(Object.keys(membersOf(membersOf(document.components).schemas)).map(foldedName))
  return operationsOf(document).flatMap(({ path, operation }) =>
    HELPERS.flatMap((helper) => {
      const name = `${operation.operationId}${helper}`
      const isTaken = ids.has(foldedName(name)) || (components.has(foldedName(name)) && !OF_FUNCTIONS.has(helper))
      const message = `${name} is what generators make of ${operation.operationId}.`
      return isTaken ? [{ path: [...path, 'operationId'], message }] : []
    }),
  )
}

/** Generators create a class for each tag: `CartsApi`. */
function apiClasses(document: Json): Found[] {
  const tags = new Set(operationsOf(document).flatMap(({ operation }) => (operation.tags ?? []) as string[]))
  const classes = new Set(
    [...tags].flatMap((tag) => [`${tag}Api`, `${tag}ApiService`, `${tag}Service`].map(foldedName)),
  )
  const schemas = Object.keys(membersOf(membersOf(document.components).schemas))
  return schemas
    .filter((name) => classes.has(foldedName(name)))
    .map((name) => ({
      path: ['components', 'schemas', name],
      message: `${name} is what generators call a class of operations.`,
    }))
}

/** Some generators merge all alternatives of a union into one class. */
function doubledMembers(document: Json, schema: Json, path: string[]): Found[] {
  const members = alternativesOf(schema).flatMap((one) => Object.keys(membersOf(resolvedIn(document, one).properties)))
  return doubled([...new Set(members)], path)
}

function foldedName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}
