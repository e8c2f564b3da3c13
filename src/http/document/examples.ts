import { readFileSync } from 'node:fs'
import { mapMembers } from '../validation/components.ts'
import type { OpenApi, Operation, Parameter } from './named-parts.ts'
import { withOwnParameters } from './operations.ts'
import { parametersOf } from './shared-parameters.ts'

/** A request and response of an operation, as recorded by the test that plays all examples. */
export type Exchange = {
  parameters?: Record<string, string | number>
  request?: unknown
  /** The status of the response; an object without `response` has no body. */
  status: number
  response?: unknown
}

export type Exchanges = Record<string, Exchange>

/** Adds a request and a response to each operation. Reads the examples file only when called. */
export function withExamples<Document extends OpenApi>(document: Document): Document {
  const exchanges = JSON.parse(readFileSync(FILE, 'utf8')) as Exchanges
  const paths = mapMembers(document.paths, (item) =>
    mapMembers(withOwnParameters(item), (operation) => {
      const exchange = exchanges[operation.operationId ?? '']
      return exchange === undefined ? operation : withExample(operation, exchange, document)
    }),
  )
  return { ...document, paths }
}

const FILE = new URL('./examples.json', import.meta.url)

function withExample(operation: Operation, exchange: Exchange, document: OpenApi): Operation {
  const { parameters = [], requestBody, responses } = operation
  const { parameters: values = {}, request, status, response } = exchange
  const whole = parametersOf<Parameter>(operation, document)
  const shown = whole.map((one) => (one.name in values ? { ...one, example: values[one.name] } : null))
  return {
    ...operation,
    ...(operation.parameters && { parameters: parameters.map((one, index) => shown[index] ?? one) }),
    ...(requestBody && request !== undefined && { requestBody: withBodyExample(requestBody, request) }),
    responses: mapMembers(responses, (one, key) =>
      key === String(status) && response !== undefined ? withBodyExample(one, response) : one,
    ),
  }
}

type Body = { content?: Record<string, object> }

function withBodyExample<Described extends Body>(body: Described, example: unknown): Described {
  const { content = {} } = body
  const shown = shownType(content)
  return { ...body, content: mapMembers(content, (media, type) => (type === shown ? { ...media, example } : media)) }
}

/** The media type shown for a body: JSON, or else the first, which is the only one that client generators support. */
export function shownType(content: Readonly<Record<string, unknown>>): string | undefined {
  const types = Object.keys(content)
  return types.find((type) => type === 'application/json') ?? types[0]
}
