import { beforeAll, expect, test } from 'vitest'
import { operationsOf } from '../../../src/http/document/operations.ts'
import { Data } from '../../../src/http/envelope.ts'
import { lazySerializer } from '../../../src/http/validation/serializer.ts'
import { makeValidatorCompiler } from '../../../src/http/validation/validation.ts'
import { IntegrationDraft } from '../../../src/integrations/draft.ts'
import { IntegrationCreate, IntegrationUpdate } from '../../../src/integrations/integration.ts'
import { FileLinkCreate } from '../../../src/store/files/routes.ts'
import { StockTransactionCreate } from '../../../src/store/inventory/stock-transaction.ts'
import { describedServer } from '../../support/documents/described-server.ts'
import { sampleOf } from '../../support/documents/schema-sample.ts'
import { leastCpu } from '../../support/measures/least-cpu.ts'

/** Maximum CPU milliseconds of compiling in a first request, because a worker without a heartbeat for 3.5 s is dead. */
const MAX_CPU_MS = 50

type Json = Record<string, unknown>
/** Schemas of bodies whose description differs from their check, or null if only the operation checks them. */
const OTHERWISE_DESCRIBED = new Map<string, object | null>([
  ['PublishEvents', null],
  ['CreateIntegration', Data(IntegrationCreate)],
  ['UpdateIntegration', Data(IntegrationUpdate)],
  ['TestDraft', Data(IntegrationDraft)],
  ['CreateFile', FileLinkCreate],
  ['CreateStockTransaction', Data(StockTransactionCreate)],
])

/** Everything that one request of an operation may compile. */
type Compiled = { name: string; compile(): void }

let all: Compiled[]
beforeAll(async () => {
  const document = (await describedServer()).document as unknown as Json
  all = operationsOf<Json>(document).flatMap(({ operation }) => compiledBy(operation, document))
})

test('no operation compiles for long on its first request', async () => {
  expect(all.length).toBeGreaterThan(300)
  const slow: { name: string; ms: number }[] = []
  for (const { name, compile } of all) {
    const ms = await leastCpu(MAX_CPU_MS, compile)
    if (ms > MAX_CPU_MS) slow.push({ name, ms })
  }
  expect(slow).toEqual([])
})

function compiledBy(operation: Json, document: Json): Compiled[] {
  const name = String(operation.operationId)
  const schemaOf = (described: unknown) =>
    (described as { content?: Record<string, { schema: Json }> } | undefined)?.content?.['application/json']?.schema
  const described = schemaOf(operation.requestBody)
  const body = OTHERWISE_DESCRIBED.has(name) ? OTHERWISE_DESCRIBED.get(name) : named(described, document)
  const responses = Object.entries(operation.responses as Json).flatMap(([status, response]) => {
    const schema = status.startsWith('2') ? schemaOf(response) : undefined
    return schema === undefined ? [] : [schema]
  })
  return [
    ...(body ? [{ name: `body of ${name}`, compile: () => refuse(body) }] : []),
    ...responses.map((schema) => {
      const declared = named(schema, document) as object
      const sample = sampleOf(declared as Json)
      return { name: `response of ${name}`, compile: () => void lazySerializer(declared)(sample) }
    }),
  ]
}

/** Uses a new compiler, because a compiler compiles equal schemas only once. */
function refuse(schema: unknown): void {
  const route = { schema: schema as object, httpPart: 'body', method: 'POST', url: '/' }
  const validate = makeValidatorCompiler()(route) as (body: unknown) => boolean
  expect(validate(0)).toBe(false)
}

/** Restores the schema as declared, with components inlined under their names. */
function named(schema: unknown, document: Json, known = new Map<string, unknown>()): unknown {
  if (Array.isArray(schema)) return schema.map((item) => named(item, document, known))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref } = schema as { $ref?: unknown }
  if (typeof $ref !== 'string') {
    // The discriminator of a union is only described, not declared.
    const { oneOf: anyOf, type, properties, ...rest } = schema as Json
    const declared = Object.entries({ ...rest, ...(anyOf === undefined ? { type, properties } : { anyOf }) }).filter(
      ([, word]) => word !== undefined,
    )
    return Object.fromEntries(declared.map(([name, member]) => [name, named(member, document, known)]))
  }
  const $id = $ref.slice($ref.lastIndexOf('/') + 1)
  const { schemas } = document.components as { schemas: Json }
  if (!known.has($id)) known.set($id, { ...(named(schemas[$id], document, known) as object), $id })
  return known.get($id)
}
