import fc from 'fast-check'
import { anyText } from '../any-text.ts'
import { nearly } from '../documents/odd-bodies.ts'
import { costlyBodies, valuesOf } from './bodies.ts'
import type { KnownIds } from './known-ids.ts'
import type { Method, Operation } from './operations.ts'

type Json = Record<string, unknown>

/** A raw request; its token is given by owner. */
export type Request = {
  operation: string
  method: Method
  path: string
  token: Token
  headers: Record<string, string>
  body: string | Buffer | null
}

export type Token = 'seller' | 'organization' | 'shopper' | 'storefront' | 'none' | 'garbage'

/** Requests to an operation: alternately valid, nearly valid, hostile in their values, and costly. */
export class Requests {
  readonly #document: Json
  readonly #ids: KnownIds
  readonly #costly: (operation: string) => string[]
  readonly #parameters: readonly string[]

  constructor(document: Json, operations: readonly Operation[], ids: KnownIds) {
    this.#document = document
    this.#ids = ids
    this.#parameters = [...new Set(operations.flatMap(({ query }) => query))]
    this.#costly = costlyBodies(document)
  }

  /** Every costly body of an operation, with the most privileged token. */
  costly(operation: Operation): Request[] {
    if (operation.body === null) return []
    const [token, headers] = [tokenOf(operation), JSON_TYPE]
    return this.#costly(operation.name).map((body) => ({ ...this.#plain(operation), token, body, headers }))
  }

  /** That many other requests, deterministic for the same seed and ids. */
  other(operation: Operation, count: number, seed: number): Request[] {
    return fc.sample(this.#arbitrary(operation), { numRuns: count, seed })
  }

  /** That many otherwise valid requests with query parameters of any operation; the first has those of lists. */
  queried(operation: Operation, count: number, seed: number): Request[] {
    const { body: schema } = operation
    const arbitrary = fc
      .record({
        token: usualToken(operation),
        choice: fc.nat(1000),
        query: fc.array(parameterOf(this.#parameters), { minLength: 1, maxLength: 3 }),
        body: schema === null ? fc.constant(null) : this.#fitting(schema).map(write),
      })
      .map(({ token, choice, query, body }) => ({
        operation: operation.name,
        method: operation.method,
        path: `${this.#fill(operation.path, [], choice)}?${query.join('&')}`,
        token,
        headers: body === null ? {} : JSON_TYPE,
        body,
      }))
    const sampled = fc.sample(arbitrary, { numRuns: count, seed })
    const listing = { ...this.#plain(operation), token: tokenOf(operation), headers: {}, body: null }
    return operation.method === 'GET' ? [{ ...listing, path: `${listing.path}?${LIST_QUERY}` }, ...sampled] : sampled
  }

  #plain(operation: Operation): Pick<Request, 'operation' | 'method' | 'path'> {
    return { operation: operation.name, method: operation.method, path: this.#fill(operation.path, []) }
  }

  #arbitrary(operation: Operation): fc.Arbitrary<Request> {
    return fc
      .record({
        token: fc.oneof({ weight: 6, arbitrary: usualToken(operation) }, { weight: 4, arbitrary: anyToken }),
        labels: fc.array(fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: label }), {
          minLength: 6,
          maxLength: 6,
        }),
        choice: fc.nat(1000),
        query: queryOf(operation),
        headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: hostileHeaders }),
        body: operation.body === null ? fc.option(bytes, { freq: 4 }) : this.#bodies(operation.body),
        media_type: fc.oneof(
          { weight: 5, arbitrary: fc.constant('application/json') },
          { weight: 1, arbitrary: mediaType },
        ),
      })
      .map(({ token, labels, choice, query, headers, body, media_type }) => ({
        operation: operation.name,
        method: operation.method,
        path: this.#fill(operation.path, labels, choice) + query,
        token,
        headers: { ...(body !== null && { 'content-type': media_type }), ...headers },
        body,
      }))
  }

  #bodies(schema: Json): fc.Arbitrary<string | Buffer> {
    const fitting = this.#fitting(schema)
    return fc.oneof(
      { weight: 3, arbitrary: fitting.map(write) },
      { weight: 4, arbitrary: fitting.chain((value) => nearly(value)).map(write) },
      { weight: 1, arbitrary: fitting.map((value) => write(value).slice(0, -2)) },
      { weight: 1, arbitrary: bytes },
    )
  }

  #fitting(schema: Json): fc.Arbitrary<unknown> {
    const ids = ['cart_id', 'product_id', 'customer_id', 'tax_class_id'].flatMap((name) => this.#ids.of(name))
    return valuesOf(this.#document, schema, ids)
  }

  /** Fills each parameter of a path with a known id or a hostile label. */
  #fill(path: string, labels: readonly (string | null)[], choice = 0): string {
    let index = 0
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const ids = this.#ids.of(name)
      const hostile = labels[index++]
      return hostile ?? ids[choice % Math.max(1, ids.length)] ?? UNKNOWN_ID
    })
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'

function write(value: unknown): string {
  return JSON.stringify(value) ?? ''
}

/** Parameters of lists; the filter has a value that its field rejects. */
const LIST_QUERY = 'filter=gt(created_at,x)&sort=-created_at&page[limit]=1&page[offset]=1&include=items&zoom=element'

/** The most privileged token. */
function tokenOf({ path }: Operation): Token {
  return path.startsWith('/storefront') ? 'storefront' : 'seller'
}

function usualToken({ path }: Operation): fc.Arbitrary<Token> {
  return path.startsWith('/storefront') ? fc.constant('storefront') : fc.constantFrom('seller', 'seller', 'shopper')
}

const anyToken = fc.constantFrom<Token>('seller', 'organization', 'shopper', 'storefront', 'none', 'garbage')

const label = fc.oneof(
  fc.constantFrom(
    '%00',
    '%ff',
    '..%2f..%2fetc',
    "'%20or%201=1--",
    '%F0%9F%92%A3',
    'latest',
    'default',
    '-',
    '0',
    '%20',
  ),
  fc.constant('x'.repeat(4000)),
  fc.uuid(),
  anyText({ maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed()) || '-'),
)

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array))

const mediaType = fc.constantFrom(
  'application/x+json',
  'application/vnd.api+json; charset=utf-8',
  'application/x-www-form-urlencoded',
  `multipart/form-data; boundary=${'b'.repeat(5000)}`,
  'multipart/form-data',
  'text/plain',
  'APPLICATION/JSON',
  'application/json; charset=utf-16',
  ';',
)

const headerText = fc.oneof(
  fc.constantFrom('*', '"1"', 'W/"0"', '"99999999999999999999"', '-1', 'null', '{}', '%00', '[', 'a'.repeat(3000)),
  fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
)

const HEADERS = [
  'if-match',
  'if-none-match',
  'idempotency-key',
  'x-store-id',
  'x-request-id',
  'x-customer-token',
  'x-account-token',
  'x-forwarded-base',
  'x-forwarded-for',
  'forwarded',
  'x-ep-user-traits',
  'ep-channel',
  'ep-context-tag',
  'accept-language',
  'accept',
  'content-encoding',
  'traceparent',
  'range',
]

const hostileHeaders = fc.dictionary(fc.constantFrom(...HEADERS), headerText, { maxKeys: 4 })

const queryValue = fc.oneof(
  fc.constantFrom(
    '-1',
    '0',
    '1e9',
    '',
    '%00',
    '%',
    '(',
    'eq(name,*)',
    'like(name,**)',
    'gt(created_at,x)',
    'gt(created_at,2026-01-01)',
    'in(id,00000000-0000-7000-8000-000000000000,x)',
    'eq(id,%00)',
    'and(',
    '(((((((((((eq(id,1)',
    'a,b,,',
    '-id',
    'x'.repeat(2000),
  ),
  fc.constantFrom('a:b:c:d:e', 'lineitems:element,lineitems:element:item', ':', '-created_at,-created_at', 'items'),
  fc.string({ maxLength: 20 }).map(encodeURIComponent),
)

function queryOf({ query }: Operation): fc.Arbitrary<string> {
  const pair = parameterOf([...query, 'filter', 'sort', 'page[limit]', 'page[offset]', 'include'])
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.array(pair, { minLength: 1, maxLength: 4 }).map((pairs) => `?${pairs.join('&')}`) },
  )
}

/** A random parameter, most often the filter; sometimes as a list or a member of an object. */
function parameterOf(names: readonly string[]): fc.Arbitrary<string> {
  const name = fc.oneof(
    { weight: 2, arbitrary: fc.constant('filter') },
    { weight: 6, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constantFrom('no_such', ...names.map((each) => `${each}[]`), 'page', '__proto__[x]') },
  )
  return fc.tuple(name, queryValue).map(([key, value]) => `${key}=${value}`)
}
