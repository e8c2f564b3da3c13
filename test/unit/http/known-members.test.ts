import { beforeAll, expect, test } from 'vitest'
import { operationsOf } from '../../../src/http/document/operations.ts'
import type { Server } from '../../../src/http/server.ts'
import { type BodyPlace, bodyPlaces, resolved, tagsOf } from '../../support/documents/body-places.ts'
import { describedServer } from '../../support/documents/described-server.ts'
import { sampleOf } from '../../support/documents/schema-sample.ts'

const UUID = '00000000-0000-7000-8000-000000000000'

type Json = Record<string, unknown>
type Operation = { operationId: string; requestBody?: Json; responses: Record<string, Json> }

let server: Server
let document: Json
let places: BodyPlace[]
beforeAll(async () => {
  const described = await describedServer()
  server = described.server
  document = described.document as unknown as Json
  places = bodyPlaces(document)
})

test('every object of every body rejects unknown members', async () => {
  const objects = places.filter(
    ({ pointer, operation, schema }) =>
      pointer.startsWith('/data') &&
      namesItsMembers(schema) &&
      operation !== READS_ITS_BODY &&
      // Checked by the kinds of integrations instead.
      !pointer.startsWith('/data/configuration/'),
  )
  expect(objects.length).toBeGreaterThan(200)
  const dropped: string[] = []
  for (const { method, path, operation, pointer, schema, around } of objects) {
    const problems = await problemsOf(method, path, around({ ...tagsOf(schema), no_such_member: 1 }))
    if (!problems.some((one) => one.pointer === `${pointer}/no_such_member`)) dropped.push(`${operation} ${pointer}`)
  }
  expect(dropped).toEqual([])
})

test('no member is documented that is ignored or rejected', () => {
  const said = places.flatMap(({ operation, pointer, schema }) => {
    const { properties = {}, 'x-ignored': ignored, 'x-refused': refused } = schema as Record<string, Json>
    const others = Object.keys({ ...ignored, ...refused })
    return others.filter((name) => name in properties).map((name) => `${operation} ${pointer}/${name}`)
  })
  expect(said).toEqual([])
})

test('accepts a resource exactly as it was read', async () => {
  const updates = operations().filter(([method, , { requestBody }]) => method === 'put' && requestBody !== undefined)
  expect(updates.length).toBeGreaterThan(30)
  for (const [method, path, { operationId, responses }] of updates) {
    const { properties } = resolved(document, responseSchema(responses)) as { properties: Record<string, Json> }
    const data = resolved(document, properties.data ?? {})
    const problems = await problemsOf(method, path, { data: sampleOf(whole(data)) })
    const refused = problems.filter(({ detail }) => detail.includes('not a known member'))
    expect({ operationId, refused }).toEqual({ operationId, refused: [] })
  }
})

test.each([
  [
    'post',
    '/v2/carts/a/checkout',
    'shipping_optoin_id',
    'data.shipping_optoin_id is not a known member (did you mean `shipping_option_id`?).',
  ],
  ['post', '/v2/carts/a/checkout', 'status', 'data.status is not a known member'],
  ['post', '/v2/promotions', 'usageLimit', 'data.usageLimit is not a known member (did you mean `usage_limit`?).'],
  ['post', `/v2/orders/${UUID}/transactions/${UUID}/capture`, 'gateway', 'data.gateway is not a known member'],
  ['put', '/v2/settings', 'x'.repeat(200), `data.${'x'.repeat(100)}… is not a known member; known members are`],
] as const)('%s %s rejects the member %s', async (method, path, member, detail) => {
  const problems = await problemsOf(method, path, { data: { [member]: 1 } })
  expect(problems.filter(({ pointer }) => pointer === `/data/${member}`)).toEqual([
    { pointer: `/data/${member}`, detail: expect.stringContaining(detail) },
  ])
})

test('accepts any members beside data', async () => {
  const problems = await problemsOf('put', '/v2/settings', { data: { type: 'x' }, meta: {}, included: [], x: 1 })
  expect(problems.map(({ pointer }) => pointer)).toEqual(['/data/type'])
})

test('rejects null as an optional body', async () => {
  for (const path of [`/v2/integrations/${UUID}/test`, `/v2/catalogs/${UUID}/releases`])
    expect(await problemsOf('post', path, null)).toHaveLength(1)
})

/** Operation with several forms of body, which it parses itself. */
const READS_ITS_BODY = 'PublishEvents'

function namesItsMembers({ type, properties, additionalProperties = false }: Json): boolean {
  return type === 'object' && properties !== undefined && additionalProperties === false
}

function operations(): [string, string, Operation][] {
  return operationsOf<Operation>(document).map(({ method, path, operation }) => [method, path, operation])
}

function responseSchema(responses: Operation['responses']): Json {
  const [, response] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const content = response?.content as Record<string, { schema: Json }> | undefined
  return content?.['application/json']?.schema ?? {}
}

function whole(schema: Json): Json {
  const parts = Object.entries(resolved(document, schema)).map(([name, part]) => [name, wholePart(part)])
  return Object.fromEntries(parts)
}

function wholePart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(wholePart)
  return typeof part === 'object' && part !== null ? whole(part as Json) : part
}

type Problem = { detail: string; pointer: string }

async function problemsOf(method: string, path: string, body: unknown): Promise<Problem[]> {
  const answer = await server.inject({
    method: method.toUpperCase() as 'POST',
    url: path.replaceAll(/\{[^}]+\}/g, UUID),
    headers: { authorization: 'Bearer seller', 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  const { errors = [] } = answer.json() as { errors?: { detail: string; source?: { pointer?: string } }[] }
  return errors.map(({ detail, source }) => ({ detail, pointer: source?.pointer ?? '' }))
}
