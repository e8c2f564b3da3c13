import { existsSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { type FilterOperators, filterOf, type ListFields } from '../../../src/http/document/list-fields.ts'
import type { OpenApi, Operation, Parameter } from '../../../src/http/document/named-parts.ts'
import { operationsOf, withOwnParameters } from '../../../src/http/document/operations.ts'
import type { Schema } from '../../../src/http/document/schema.ts'
import { parametersOf } from '../../../src/http/document/shared-parameters.ts'
import { pascal } from '../../../src/http/document/words.ts'
import type { Server } from '../../../src/http/server.ts'
import { resources } from '../../../src/store/resources.ts'
import { resolved } from '../../support/documents/body-places.ts'
import { describedServer } from '../../support/documents/described-server.ts'

let server: Server
let document: OpenApi
beforeAll(async () => {
  ;({ server, document } = await describedServer())
})

type Named = { method: string; path: string; operation: Operation }

function operations(): Named[] {
  return operationsOf<Operation>(document)
}

/** Yields every member reachable from a schema, with its name. */
function* membersOf(schema: Schema, seen = new Set<unknown>()): Generator<{ name: string; member: Schema }> {
  const whole = resolved(document as unknown as Schema, schema)
  if (seen.has(whole)) return
  seen.add(whole)
  for (const [name, member] of Object.entries((whole.properties ?? {}) as Record<string, Schema>)) {
    yield { name, member }
    yield* membersOf(member, seen)
  }
  const { anyOf = [], oneOf = [], items, additionalProperties } = whole
  for (const part of [anyOf, oneOf, items, additionalProperties].flat())
    if (typeof part === 'object') yield* membersOf(part as Schema, seen)
}

test('exactly the bodies documented as optional may be missing', async () => {
  const described: string[] = []
  const accepted: string[] = []
  for (const { method, path, operation } of operations()) {
    const { operationId = '', requestBody } = operation
    if (requestBody === undefined) continue
    if (requestBody.required !== true) described.push(operationId)
    const url = path.replaceAll(/\{[^}]+\}/g, '00000000-0000-7000-8000-000000000000')
    const headers = { authorization: 'Bearer seller' }
    const { statusCode } = await server.inject({ method: method.toUpperCase() as 'POST', url, headers })
    // Without a database, a request with an accepted body responds with 503.
    if (![400, 422].includes(statusCode)) accepted.push(operationId)
  }
  expect(described).toEqual(accepted)
  expect(described).toContain('PublishCatalog')
})

test('no request body has a read-only member', () => {
  const bodies = operations().flatMap(({ operation }) => Object.values(operation.requestBody?.content ?? {}))
  const readOnly = bodies.flatMap(({ schema = {} }) => [...membersOf(schema)]).filter(({ member }) => member.readOnly)
  expect(readOnly).toEqual([])
  const update = document.components.schemas.UpdateCustomFieldRequest as Schema
  const names = [...membersOf(update)].map(({ name }) => name)
  expect(names).toContain('slug')
  expect(names).not.toContain('field_type')
})

test('the key of an own event type has a pattern only where it is declared', () => {
  const { put, get } = withOwnParameters<Operation>(document.paths['/v2/events/types/{event_key}'] ?? {})
  const keyOf = (operation: Operation | undefined) =>
    parametersOf<Parameter>(operation ?? {}, document).find(({ name }) => name === 'event_key')
  const key = keyOf(put)
  expect(key).toMatchObject({ name: 'event_key', schema: { maxLength: 100 } })
  const pattern = new RegExp(String(key?.schema.pattern))
  expect(['acme.order.approved', 'acme.x'].every((one) => pattern.test(one))).toBe(true)
  expect(['acme', 'Acme.x', 'acme.'].some((one) => pattern.test(one))).toBe(false)
  expect(keyOf(get)?.schema).toEqual({ type: 'string' })
})

test('no header has a format, since generated clients could not send its value', () => {
  const parameters = operations().flatMap(({ operation }) => parametersOf<Parameter>(operation, document))
  const headers = parameters.filter((parameter) => parameter.in === 'header')
  expect(headers.length).toBeGreaterThan(100)
  expect(headers.filter(({ schema }) => 'format' in schema)).toEqual([])
})

test('content of any media type is also listed as bytes, which generators understand', () => {
  const contents = operations().flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap(({ content }) => (content === undefined ? [] : [Object.keys(content)])),
  )
  const known = ['application/json', 'application/octet-stream']
  expect(contents.filter((types) => types.includes('*/*'))).toHaveLength(4)
  expect(contents.filter(([first = '']) => !known.includes(first) && !first.startsWith('text/'))).toEqual([])
})

test('no body of an update has a create-only member', () => {
  const fixed = resources.flatMap(({ path, attributes }) => {
    const update = Object.entries(document.paths).find(
      ([one, { put }]) => put !== undefined && one.replace(/\/\{[^}]+\}$/, '') === documentedPath(path),
    )?.[1].put
    const schemas = Object.values(update?.requestBody?.content ?? {}).map(({ schema = {} }) => schema)
    const names = new Set(schemas.flatMap((schema) => [...membersOf(schema)]).map(({ name }) => name))
    return Object.entries(attributes as Record<string, { fixed?: true }>).flatMap(([name, attribute]) =>
      update !== undefined && attribute.fixed ? [{ path, name, isThere: names.has(name) }] : [],
    )
  })
  expect(fixed).toContainEqual({ path: '/currencies', name: 'code', isThere: false })
  expect(fixed.filter(({ isThere }) => isThere)).toEqual([])
})

function documentedPath(path: string): string {
  return `/v2${path.replaceAll(/:(\w+)/g, '{$1}')}`
}

test('every member that is a time has a format', () => {
  const responses = operations().flatMap(({ operation }) => Object.values(operation.responses))
  const seen = new Set<unknown>()
  const members = responses.flatMap(({ content = {} }) =>
    Object.values(content).flatMap(({ schema = {} }) => [...membersOf(schema, seen)]),
  )
  const texts = members.filter(
    ({ name, member }) => /_(?:at|from|to|until|since)$/.test(name) && typesOf(member).includes('string'),
  )
  expect(texts.length).toBeGreaterThan(30)
  expect(texts.filter(({ member }) => !JSON.stringify(member).includes('"date-time"'))).toEqual([])
})

function typesOf(member: Schema): unknown[] {
  return [member, ...((member.anyOf ?? []) as Schema[])].flatMap(({ type }) => type)
}

test('an object keyed by currency has a pattern of its keys', () => {
  const { ShippingOption, ProductPrice } = document.components.schemas
  const maps = [ShippingOption, ProductPrice].flatMap((schema = {}) => [...membersOf(schema)])
  const byCurrency = maps.filter(({ name }) => ['costs', 'currencies'].includes(name)).map(({ member }) => member)
  expect(byCurrency.length).toBe(2)
  for (const member of byCurrency)
    expect(resolved(document as unknown as Schema, member)).toMatchObject({
      propertyNames: { pattern: '^[A-Z]{3}$' },
      additionalProperties: expect.anything(),
    })
})

test('spellings that differ only in punctuation are one property plus a pattern', () => {
  const { Transaction, AccountAuthenticationSettings } = document.components.schemas
  expect(Object.keys(Transaction?.properties as object)).toContain('transaction_type')
  expect(Transaction?.patternProperties).toMatchObject({ '^transaction-type$': { deprecated: true } })
  const described = { description: 'The same as `authentication_realm`.' }
  const { relationships = {} } = (AccountAuthenticationSettings?.properties ?? {}) as Record<string, Schema>
  expect(resolved(document as unknown as Schema, relationships)).toMatchObject({
    patternProperties: { '^authentication-realm$': described },
  })
  const schemas = Object.values(document.components.schemas)
  const named = schemas.flatMap((schema) => [...membersOf(schema)]).map(({ member }) => member)
  for (const { properties = {} } of [...schemas, ...named]) {
    const names = Object.keys(properties as object)
    expect(names.length).toBe(new Set(names.map((name) => name.replace(/\W|_/g, '').toLowerCase())).size)
  }
})

test.each([
  ['if-match', 'UpdateSettings', ['"1"', 'W/"12"', '*'], ['1', '"x"', '"1-a"']],
  ['if-match', 'UpdateCart', ['"1"', '"1-120.0..x"', '*'], ['1', '"x"']],
  ['idempotency-key', 'PayOrder', ['a', 'x'.repeat(255)], ['', 'ä', 'x'.repeat(256)]],
])('the pattern of %s of %s matches exactly what the server accepts', (header, operationId, accepted, refused) => {
  const { operation } = operations().find((one) => one.operation.operationId === operationId) as Named
  const schema = parametersOf<Parameter>(operation, document).find(({ name }) => name === header)?.schema
  const pattern = new RegExp(String(schema?.pattern))
  expect(accepted.filter((text) => !pattern.test(text))).toEqual([])
  expect(refused.filter((text) => pattern.test(text))).toEqual([])
})

test('every list documents the operators of each field, and its sort fields', () => {
  const lists = operations().filter(({ operation }) => parameterNames(operation).includes('filter'))
  expect(lists.length).toBeGreaterThan(90)
  for (const { operation } of lists) {
    const { 'x-sort': sort } = operation as ListFields
    const filter = filterOf(operation as ListFields, document as FilterOperators)
    expect(filter?.id, operation.operationId).toContain('gt')
    // Lists without a `sort` parameter have a fixed order.
    if (!parameterNames(operation).includes('sort')) continue
    expect(sort?.fields, operation.operationId).toContain('id')
    expect(sort?.fields, operation.operationId).toContain(sort?.default.replace(/^-/, ''))
  }
  const declared = operations().filter(({ operation }) => 'x-filter' in operation)
  expect(declared.map(({ operation }) => operation.operationId)).toEqual(
    lists.map(({ operation }) => operation.operationId),
  )
})

test('a part that many resources share is not named after one of them', () => {
  const { schemas, parameters = {} } = document.components
  expect(parameters.Filter?.schema).toEqual({ $ref: '#/components/schemas/OneOrMoreStrings' })
  expect(schemas.Order?.properties).toMatchObject({
    relationships: { properties: { customer: { $ref: '#/components/schemas/CustomerRelationship' } } },
  })
  const named = Object.entries(schemas).flatMap(([name, schema]) => {
    const { data } = (schema.properties ?? {}) as Record<string, Schema>
    const { type } = (resolved(document as unknown as Schema, data ?? {}).properties ?? {}) as Record<string, Schema>
    const isRelationship = Object.keys(schema.properties ?? {}).join() === 'data' && /Relationship$/.test(name)
    return isRelationship ? [{ name, type: pascal(String(type?.const)) }] : []
  })
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter(({ name, type }) => name !== `${type}Relationship`)).toEqual([])
  const metas = Object.values(schemas).map(({ properties }) => (properties as Record<string, Schema> | undefined)?.meta)
  const own = metas.filter((meta) => Object.keys(meta?.properties ?? {}).join() === 'timestamps')
  expect(own.map((meta) => JSON.stringify(meta)).filter((meta, at, all) => all.indexOf(meta) !== at)).toEqual([])
})

test('parameters that all operations of a path share are declared only at the path', () => {
  const atPath = Object.entries(document.paths).filter(([, item]) => 'parameters' in item)
  expect(atPath.length).toBeGreaterThan(100)
  for (const [path, { parameters, ...methods }] of Object.entries(document.paths)) {
    const lists = Object.values(methods).map((one) => (one.parameters ?? []).map((given) => JSON.stringify(given)))
    const [first = [], ...others] = lists
    const common = first.filter((one) => others.every((list) => list.includes(one)))
    expect({ path, common }).toEqual({ path, common: others.length === 0 ? first : [] })
    const shown = Object.values(withOwnParameters<Operation>(document.paths[path] ?? {}))
    const names = shown.map((operation) => parameterNames(operation).filter((name) => path.includes(`{${name}}`)))
    expect(names.map((list) => list.length)).toEqual(names.map(() => path.split('{').length - 1))
  }
})

test('the document has no body examples and no duplicate parameters, and stays small', () => {
  const bodies = operations().flatMap(({ operation }) => [operation.requestBody, ...Object.values(operation.responses)])
  const media = bodies.flatMap((one) => Object.values(one?.content ?? {}))
  expect(media.filter((one) => 'example' in one)).toEqual([])
  const lists = Object.values(document.paths).flatMap(({ parameters = [], ...methods }) => [
    parameters as Operation['parameters'],
    ...Object.values(methods).map((operation) => operation.parameters),
  ])
  const own = lists.flatMap((list = []) => list.flatMap((one) => ('$ref' in one ? [] : [JSON.stringify(one)])))
  expect(new Set(own).size).toBe(own.length)
  expect(JSON.stringify(document).length / operations().length).toBeLessThan(MAX_CHARACTERS)
})

/** Size of an operation, including its part of the shared components. */
const MAX_CHARACTERS = 1_860

function parameterNames(operation: Operation): string[] {
  return parametersOf<Parameter>(operation, document).map(({ name }) => name)
}

test('the discriminator of a union is a member of the union, with all its values', () => {
  const unions = Object.entries(document.components.schemas).filter(([, { oneOf, properties }]) => oneOf && properties)
  expect(unions.map(([name]) => name)).toEqual(
    expect.arrayContaining(['Integration', 'NewIntegration', 'PromotionAction']),
  )
  const valuesOf = (schema: Schema) => {
    const { enum: several, const: only } = resolved(document as unknown as Schema, schema)
    return [several ?? only].flat()
  }
  for (const [, { oneOf, properties }] of unions) {
    const [[name = '', values = {}] = []] = Object.entries(properties as Record<string, Schema>)
    const alternatives = (oneOf as Schema[]).flatMap((one) =>
      [...membersOf(one)].filter((place) => place.name === name).slice(0, 1),
    )
    expect(alternatives).toHaveLength((oneOf as Schema[]).length)
    expect(alternatives.flatMap(({ member }) => valuesOf(member))).toEqual(valuesOf(values))
  }
})

test('every tag has operations and a description, and its guide exists', () => {
  const { tags } = document as unknown as { tags: { name: string; description: string }[] }
  const used = operations().map(({ operation }) => (operation as { tags?: string[] }).tags?.join(' and '))
  expect([...new Set(used)].sort()).toEqual(tags.map(({ name }) => name).sort())
  for (const { description } of tags) {
    const [, guide] = /`(docs\/guides\/.*)`/.exec(description) ?? []
    expect({ description, exists: guide === undefined || existsSync(guide) }).toEqual({ description, exists: true })
  }
})

test('a token may be requested with a form or with JSON', async () => {
  const operation = document.paths['/oauth/access_token']?.post
  expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(['application/x-www-form-urlencoded'])
  const headers = { 'content-type': 'application/json' }
  const payload = JSON.stringify({ grant_type: 'implicit', client_id: 7 })
  const answer = await server.inject({ method: 'POST', url: '/oauth/access_token', headers, payload })
  expect(answer.json()).toMatchObject({ errors: [{ source: { pointer: '/client_id' } }] })
})

test('no response with a secret is compressed, and long lists are', async () => {
  const withSecrets = operations().filter(({ operation }) =>
    Object.values(operation.responses)
      .flatMap(({ content = {} }) => Object.values(content))
      .flatMap(({ schema = {} }) => [...membersOf(schema)])
      .some(({ name, member }) => SECRET.test(name) && typesOf(member).some((type) => type !== 'boolean')),
  )
  const named = withSecrets.map(({ operation }) => operation.operationId)
  expect(named).toEqual(expect.arrayContaining(['CreateAccessToken', 'ListIntegrations', 'CreateCustomerToken']))
  const compressed: Named[] = []
  for (const one of operations()) if (await isCompressed(one)) compressed.push(one)
  const names = compressed.map(({ operation }) => operation.operationId)
  expect(named.filter((name) => names.includes(name))).toEqual([])
  expect(names).toEqual(expect.arrayContaining(['ListProducts', 'ListCarts', 'ListOrders', 'ListEventTypes']))
  expect(compressed.filter(({ method }) => method !== 'get')).toEqual([])
})

const SECRET = /secret|password$|_token$|^token$|private_key|credentials|access_key/

/** Every response of such a route varies with Accept-Encoding, even if it is too small to compress. */
async function isCompressed({ method, path }: Named): Promise<boolean> {
  const url = path.replaceAll(/\{[^}]+\}/g, '00000000-0000-7000-8000-000000000000')
  const { headers } = await server.inject({ method: method.toUpperCase() as 'GET', url })
  return String(headers.vary).includes('Accept-Encoding')
}
