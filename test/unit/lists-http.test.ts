import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  integrationListEnvelope,
  integrationListSchema,
  listEnvelope,
  listSchema,
} from '../../src/http/lists/list-envelope.ts'
import { type ListQuery, listQuerySchema, parseListRequest } from '../../src/http/lists/lists.ts'
import { makeValidatorCompiler, validationError } from '../../src/http/validation/validation.ts'
import { AppError, errorCatalog } from '../../src/kernel/errors.ts'
import type { ListDefinition, ListRequest } from '../../src/kernel/lists/list.ts'
import type { Total } from '../../src/kernel/lists/page.ts'

const orders: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    status: { kind: 'text', column: 'status', operators: ['eq'] },
    created_at: { kind: 'time', column: 'created_at' },
  },
  default_sort: '-created_at',
  max_offset: 10_000,
}
const anything: ListDefinition = { ...orders, max_offset: null }

const HOST = 'https://shop.example'
const exact = (total: number): Total => ({ total, total_method: 'exact' })
const parse = (query: ListQuery, definition = orders) => parseListRequest(query, definition, 25)

describe('a list request', () => {
  test('has defaults', () => {
    expect(parse({})).toEqual({
      limit: 25,
      offset: 0,
      total_method: 'lower_bound',
      sort: [
        { source: { column: 'created_at' }, direction: 'desc' },
        { source: { column: 'id' }, direction: 'desc' },
      ],
      where: null,
      max_offset: 10_000,
    })
    expect(parse({ sort: '', filter: '' })).toEqual(parse({}))
    expect(parse({ sort: 'null', filter: ['', ' '] })).toEqual(parse({}))
  })

  test('reduces a limit above 100 to 100', () => {
    expect(parse({ 'page[limit]': 100 }).limit).toBe(100)
    expect(parse({ 'page[limit]': 101 }).limit).toBe(100)
    expect(parse({ 'page[limit]': 1e30 }).limit).toBe(100)
  })

  test('combines repeated filters with and', () => {
    const both = parse({ filter: ['eq(status,a)', 'eq(status,b)'] })
    expect(both.where).toEqual(parse({ filter: 'eq(status,a):eq(status,b)' }).where)
  })

  test('has a schema with the fields and operators of the list', () => {
    const { sort, filter } = listQuerySchema(orders).properties
    expect(sort).toMatchObject({ 'x-sort': { fields: ['created_at', 'id', 'status'], default: '-created_at' } })
    expect(filter).toMatchObject({
      'x-filter': { status: ['eq'], created_at: ['eq', 'gt', 'ge', 'lt', 'le', 'in'] },
    })
  })
})

describe('a list envelope', () => {
  const BASE = `${HOST}/v2/orders`
  const answer = (page: ListQuery, total: Total, more: boolean, query = '') => ({
    rows: [{ id: 'a' }],
    request: parse(page),
    page: { total, more },
    address: `${BASE}${query}`,
  })

  test('has the page, the total and links that keep the query', () => {
    const query =
      'filter=eq(status,complete)&page[limit]=10&sort=-created_at&page%5Boffset%5D=10&include=items&include=more'
    const kept = `${BASE}?filter=eq(status,complete)&sort=-created_at&include=items&include=more`
    const page = { 'page[limit]': 10, 'page[offset]': 10 }
    expect(listEnvelope(answer(page, exact(35), true, `?${query}`))).toEqual({
      data: [{ id: 'a' }],
      links: {
        current: `${kept}&page[offset]=10&page[limit]=10`,
        first: `${kept}&page[offset]=0&page[limit]=10`,
        last: `${kept}&page[offset]=30&page[limit]=10`,
        prev: `${kept}&page[offset]=0&page[limit]=10`,
        next: `${kept}&page[offset]=20&page[limit]=10`,
      },
      meta: { page: { limit: 10, offset: 10, current: 2, total: 4 }, results: exact(35) },
    })
  })

  test('has null for links that do not apply, which integration lists omit', () => {
    const only = answer({}, exact(0), false)
    const at = `${BASE}?page[offset]=0&page[limit]=25`
    const meta = { page: { limit: 25, offset: 0, current: 1, total: 0 }, results: exact(0) }
    expect(listEnvelope({ ...only, rows: [] })).toEqual({
      data: [],
      links: { current: at, first: at, last: at, prev: null, next: null },
      meta,
    })
    expect(integrationListEnvelope({ ...only, rows: [] })).toEqual({
      data: [],
      links: { current: at, first: at, last: at },
      meta,
      results: exact(0),
    })
  })

  test('has no last link when the total is not exact', () => {
    const unsure: Total = { total: 10_000, total_method: 'lower_bound' }
    expect(listEnvelope(answer({}, unsure, true)).links).toMatchObject({ last: null, prev: null })
    expect(Object.keys(integrationListEnvelope(answer({}, unsure, true)).links)).toEqual(['current', 'first', 'next'])
  })

  test('has no link that the list would reject', () => {
    const last = answer({ 'page[limit]': 100, 'page[offset]': 10_000 }, exact(30_000), true)
    expect(listEnvelope(last).links).toMatchObject({ last: null, next: null })
    const served = { ...last, request: { ...last.request, max_offset: null } }
    expect(listEnvelope(served).links.next).toContain('page[offset]=10100')
  })

  test('has the effective limit, also in links', () => {
    const { links, meta } = listEnvelope(answer({ 'page[limit]': 500 }, exact(350), true))
    expect(meta.page).toEqual({ limit: 100, offset: 0, current: 1, total: 4 })
    expect(links.next).toBe(`${BASE}?page[offset]=100&page[limit]=100`)
  })

  test('has links with only valid URL characters and the same meaning', () => {
    const query =
      'filter=(eq(status,complete)|eq(status,"a b")):ge(created_at,2018-04-16T10:11:59 02:00)&q=ü<%zz&?x=1#y'
    const { current } = listEnvelope({ ...answer({}, exact(1), false), address: `${BASE}?${query}` }).links
    expect(current).toMatch(/^[A-Za-z0-9\-._~!$&'()*+,;:@/?=%[\]]+$/)
    const parameters = new URL(current).searchParams
    expect(parameters.get('filter')).toBe(
      '(eq(status,complete)|eq(status,"a b")):ge(created_at,2018-04-16T10:11:59 02:00)',
    )
    expect(parameters.get('q')).toBe('ü<%zz')
    expect(parameters.get('?x')).toBe('1#y')
  })

  test('matches its schema', () => {
    const item = Type.Object({ id: Type.String() })
    const unsure: Total = { total: 26, total_method: 'observed' }
    for (const [total, more] of [
      [exact(0), false],
      [exact(90), true],
      [unsure, true],
    ] as const) {
      const body = answer({}, total, more)
      expect(Value.Check(listSchema(item), listEnvelope(body))).toBe(true)
      expect(Value.Check(integrationListSchema(item), integrationListEnvelope(body))).toBe(true)
    }
  })
})

describe('a list over HTTP', () => {
  let app: FastifyInstance
  let seen: ListRequest | null = null

  beforeAll(async () => {
    app = fastify({ schemaErrorFormatter: validationError }).setValidatorCompiler(makeValidatorCompiler())
    app.setErrorHandler((error, _, reply) =>
      error instanceof AppError ? reply.code(errorCatalog[error.code].status).send(error.problems) : reply.send(error),
    )
    serve('/v2/things', anything)
    serve('/v2/orders', orders)
    await app.listen({ port: 0, host: '127.0.0.1' })
  })

  afterAll(() => app.close())

  function serve(path: string, definition: ListDefinition) {
    const schema = {
      querystring: listQuerySchema(definition),
      response: { 200: integrationListSchema(Type.Object({ id: Type.String() })) },
    }
    app.withTypeProvider<TypeBoxTypeProvider>().get(path, { schema }, async (request) => {
      seen = parse(request.query, definition)
      const page = { total: exact(30), more: true }
      return integrationListEnvelope({ rows: [{ id: 'a' }], request: seen, page, address: `${HOST}${request.url}` })
    })
  }

  /** Sends the path as written, with every character raw. */
  async function get(path: string) {
    const { port } = app.server.address() as AddressInfo
    const outgoing = send({ port, host: '127.0.0.1', path }).end()
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    return { status: response.statusCode, body: (await json(response)) as Record<string, unknown> }
  }

  test('accepts a query with raw brackets, bars and parentheses, and its links mean the same', async () => {
    const filter = '(eq(status,complete)|eq(status,processing)):ge(created_at,2018-04-16T10:11:59.715+02:00)'
    const query = `page[limit]=5&filter=${filter}&sort=-status&x=1&filter=eq(status,"a|b")&x=2`
    const { status, body } = await get(`/v2/things?${query}`)
    expect(status).toBe(200)
    const parsed = seen
    expect(parsed).toMatchObject({ limit: 5, offset: 0 })
    expect(parsed?.where).toMatchObject({
      kind: 'and',
      criteria: [
        { kind: 'and', criteria: [{ kind: 'or' }, { from: Date.UTC(2018, 3, 16, 8, 11, 59, 715) }] },
        { value: 'a|b' },
      ],
    })
    const links = body.links as Record<string, string>
    expect(Object.keys(links)).toEqual(['current', 'first', 'last', 'next'])
    expect(links.next).toContain('&x=1&')
    expect((await get(`${links.current}`.replace(HOST, ''))).status).toBe(200)
    expect(seen).toEqual(parsed)
  })

  test.each([
    ['page[limit]', '0', 'page[limit] must be at least 1.'],
    ['page[limit]', '-5', 'page[limit] must be at least 1.'],
    ['page[limit]', 'ten', 'page[limit] must be a whole number.'],
    ['page[limit]', '', 'page[limit] must be a whole number.'],
    ['page[limit]', '2.5', 'page[limit] must be a whole number.'],
    ['page[limit]', '1&page[limit]=2', 'page[limit] must be a whole number.'],
    ['page[offset]', '-1', 'page[offset] must be at least 0.'],
    ['page[offset]', 'x', 'page[offset] must be a whole number.'],
    ['page[offset]', '1e30', 'page[offset] must be at most 10000.'],
    ['page[offset]', '10001', 'page[offset] must be at most 10000.'],
    ['page[total_method]', 'guess', 'page[total_method] must be one of: exact, lower_bound, observed.'],
    ['sort', 'name', 'Invalid sort: unknown field [name], allowed fields are [created_at id status]'],
    ['filter', 'eq(', 'Could not parse the supplied filter: expected a field at character 4.'],
    [
      'filter',
      'eq(version,1)',
      'Invalid filter: unknown field [version] specified in search filter, allowed fields are [created_at id status]',
    ],
  ])('%s=%s is rejected with 400 and named', async (parameter, value, detail) => {
    expect(await get(`/v2/orders?${parameter}=${value}`)).toEqual({ status: 400, body: [{ parameter, detail }] })
  })

  test('accepts a large offset only where the list allows it', async () => {
    expect((await get('/v2/things?page[offset]=10001')).status).toBe(200)
    expect(seen?.offset).toBe(10_001)
    expect((await get('/v2/things?page[offset]=1e30')).status).toBe(400)
  })
})
