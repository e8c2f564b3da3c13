import { shownType } from '../../../src/http/document/examples.ts'
import { operationsOf } from '../../../src/http/document/operations.ts'
import { parametersOf } from '../../../src/http/document/shared-parameters.ts'

type Json = Record<string, unknown>
type Content = Record<string, { schema: Json; example?: unknown }>
type Described = { content?: Content }
type Given = { name: string; in: string; schema: Json; example?: unknown }
type Operation = {
  operationId: string
  parameters?: (Given | { $ref: string })[]
  requestBody?: Described
  responses: Record<string, Described>
}

/** An operation of the document, with the parts that examples cover. */
export type Documented = {
  operationId: string
  method: string
  path: string
  parameters: readonly Parameter[]
  /** Media type shown for the request body. */
  request: Media | null
  /** Media types by success status; null without a body. */
  responses: ReadonlyMap<number, Media | null>
}

type Parameter = { name: string; schema: Json; example: unknown }
type Media = { type: string; schema: Json; example: unknown }

export function documented(document: Json): Documented[] {
  return operationsOf<Operation>(document).map(({ path, method, operation }) => ({
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path,
    parameters: parametersOf<Given>(operation, document)
      .filter((parameter) => parameter.in !== 'path')
      .map(({ name, schema, example }) => ({ name, schema, example })),
    request: shownIn(operation.requestBody),
    responses: new Map(
      Object.entries(operation.responses)
        .filter(([status]) => /^[23]\d\d$/.test(status))
        .map(([status, response]) => [Number(status), shownIn(response)]),
    ),
  }))
}

function shownIn(described: Described | undefined): Media | null {
  const { content = {} } = described ?? {}
  const type = shownType(content) ?? ''
  const media = content[type]
  return media === undefined ? null : { type, schema: media.schema, example: media.example }
}
