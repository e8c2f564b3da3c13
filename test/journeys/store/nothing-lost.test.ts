import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hierarchies } from '../../../src/store/catalog/hierarchy.ts'
import { products } from '../../../src/store/catalog/product.ts'
import { customApis } from '../../../src/store/custom-apis/custom-api.ts'
import type { Client } from '../../support/app.ts'
import {
  anotherValue,
  atPointer,
  dataWith,
  type Members,
  membersOfData,
  valueAt,
} from '../../support/documents/members.ts'
import { nestedOnlyInResponses } from '../../support/documents/nested-members.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { memberValues, type Values } from '../../support/store/member-values.ts'
import { makeOne } from '../../support/store/resource-samples.ts'
import { type Opened, subjects } from '../../support/store/sent-members.ts'
import { customItem, expectStatus, fillCart, makeOrder } from '../../support/store/shop.ts'

// Accepted input is never lost: every documented member of a body is read back, and a different value of a read-only
// member is rejected. This list must contain all exceptions, and nothing else.

type Json = Record<string, unknown>

/** Entries are a member path in any resource, or `resource: path`. */
const EXCEPTIONS = {
  'a secret is stored hashed, and shown to no client': [
    'customers: password',
    'user authentication password profile info: password',
    'user authentication password profile info: one_time_password_token',
  ],
  'directs the operation, and is no part of what it makes': [
    'orders: expected_total',
    'orders of accounts: expected_total',
    'integrations: generate_secret',
  ],
  'belongs to another kind of item': [
    'cart items: id',
    'cart items: code',
    'cart items: cart_id',
    'cart items: order_id',
  ],
  'excludes another member that is sent when one is created': [
    'promotions: shipping_option_ids',
    'catalogs: attributes.pricebook_id',
    'tax items: amount',
    'stock transactions: attributes.action',
    'stock transactions: attributes.quantity',
    'stock transactions: attributes.product_id',
    'stock transactions: attributes.location',
    'orders: account',
    'orders: contact',
    'orders of accounts: customer',
  ],
  'cannot change: another value is refused': ['account memberships: relationships.account_member'],
  'refused with the reason: bundles are not sold': ['products: attributes.components'],
  'needs more than one request: an order is paid first, the configuration of another kind is sent with it': [
    'orders: shipping',
    'integrations: integration_type',
  ],
  'a limit of other servers, which this one does not have, or its own': [
    'settings: filter_limit',
    'settings: field_limit',
    'settings: page_offset_limit',
  ],
  'says which resource it is, and where': ['id', 'links'],
  'a time at which the store noted something': [
    'meta.timestamps',
    'meta.created_at',
    'meta.updated_at',
    'attributes.created_at',
    'attributes.updated_at',
    'shipments: shipped_at',
    'shipments: delivered_at',
  ],
  'follows from other members, or from other requests': [
    'accounts: relationships.ancestors',
    'user authentication info: meta.creation_status',
    'coupons: batch_id',
    'products: attributes.base_product',
    'products: meta.product_types',
    'products: meta.variations',
    'products: meta.variation_matrix',
    'carts: relationships.items',
    'cart items: relationships.taxes',
    'cart items: meta.promotions',
    'cart items: meta.gift',
    'cart items: meta.unavailable',
    'cart items: slug',
    'cart items: catalog_id',
    'cart items: image',
    'promotions: meta.sentence',
    'orders: meta.allowed',
    'orders: meta.units',
    'integrations: meta.disabled',
    'integrations: meta.secret',
    'integrations: meta.public_key',
    'integrations: meta.ignored',
    'integrations: meta.warnings',
  ],
  'a price that is computed': [
    'meta.display_price',
    'cart items: list_price',
    'cart items: unit_price',
    'cart items: value',
  ],
}

/** Members shown under another name. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  'orders: shipping_option': '/shipping_option/id',
  'orders: shipping_option_id': '/shipping_option/id',
  'orders of accounts: shipping_option': '/shipping_option/id',
  'orders of accounts: shipping_option_id': '/shipping_option/id',
  'orders of accounts: account': '/relationships/account/data',
  'cart items: price': '/list_price',
}

let stage: Stage
let seller: Client
beforeAll(async () => {
  stage = await openSharedStage()
  seller = (await stage.tenant()).store
})
afterAll(() => stage.close())

const used = new Set<string>()
const listed = new Set([...Object.values(EXCEPTIONS).flat(), ...Object.keys(SHOWN_AS)])

describe.each(subjects)('$name', (subject) => {
  const { name } = subject
  let opened: Opened
  let shown: Json
  let values: Values = {}
  let lost: string[]

  beforeAll(async () => {
    opened = await subject.open(seller, complete)
    if (subject.create === null) values = (await memberValues[name]?.(seller, {})) ?? {}
    shown = await read()
  })
  beforeEach(() => {
    lost = []
  })

  test('shows what it was created with', () => {
    for (const path of bodyMembers('POST', subject.create).keys()) {
      const value = valueAt(opened.sent, path)
      if (value === undefined) note(path, 'is not sent')
      else if (!isShown(value, valueAt(shown, path)) && !isShownElsewhere(path, value)) note(path, 'is not shown')
    }
    expect(lost).toEqual([])
  })

  test('shows what it was changed to', async () => {
    for (const [path, schema] of statesLast(bodyMembers('PUT', subject.update))) {
      const { [path]: value = another(schema, valueAt(shown, path)) } = values.change ?? {}
      const { status, body } = await put(path, value)
      if (status >= 300) note(path, body.errors[0].detail)
      else if (!isShown(value, valueAt(shown, path))) note(path, 'is not shown')
    }
    expect(lost).toEqual([])
  })

  test('rejects different values of read-only members', async () => {
    const known = bodyMembers('PUT', subject.update)
    const members = subject.update === null ? [] : [...responseMembers(subject.get)]
    for (const [path, schema] of members.filter(([path]) => !known.has(path))) {
      const value = another(schema, valueAt(shown, path))
      const { status } = await put(path, value)
      expect(status, path).toBeLessThan(500)
      if (status < 300) note(path, isShown(value, valueAt(shown, path)) ? 'is taken' : 'is ignored')
    }
    expect(lost).toEqual([])
  })

  test('rejects read-only relationships on creation', async () => {
    const known = bodyMembers('POST', subject.create)
    const members = subject.create === null ? [] : [...responseMembers(subject.get)]
    const others = members.filter(([path]) => path.startsWith('relationships.') && !known.has(path))
    for (const [path, schema] of others.filter(([path]) => !listed.has(`${name}: ${path}`))) {
      const more = async (data: Json) => merged(await complete(data), dataWith(path, another(schema)))
      await expect(subject.open(seller, more), path).rejects.toThrow(/422.*data\.relationships/)
    }
  })

  async function read(): Promise<Json> {
    return subject.pick((await seller.get(opened.read)).body, opened)
  }

  async function put(path: string, value: unknown) {
    const data = merged({ type: shown.type, ...values.beside?.[path] }, dataWith(path, value))
    const response = await seller.put(opened.one, { data })
    if (response.status < 300) shown = await read()
    return response
  }

  /** The sample, completed with a value for every missing documented member. */
  async function complete(data: Json): Promise<Json> {
    values = (await memberValues[name]?.(seller, { ...data, ...(data.attributes as Json | undefined) })) ?? {}
    const { create = {} } = values
    const missing = [...bodyMembers('POST', subject.create)].filter(
      ([path]) => valueAt(data, path) === undefined && (path in create || !listed.has(`${name}: ${path}`)),
    )
    return missing.reduce((body, [path, schema]) => merged(body, dataWith(path, create[path] ?? another(schema))), data)
  }

  function isShownElsewhere(path: string, value: unknown): boolean {
    const entry = `${name}: ${path}`
    const isThere = SHOWN_AS[entry] !== undefined && isShown(value, atPointer(shown, SHOWN_AS[entry]))
    if (isThere) used.add(entry)
    return isThere
  }

  function note(path: string, what: string): void {
    const entry = [`${name}: ${path}`, path].find((one) => listed.has(one) && !(one in SHOWN_AS))
    if (entry === undefined) lost.push(`${path}: ${what}`)
    else used.add(entry)
  }
})

test('a body names only the cart or order of its URL', async () => {
  const [mine, other] = [await fillCart(seller, [customItem(500)]), await fillCart(seller, [customItem(700)])]
  const before = (await seller.get(`/v2/carts/${other}`)).body
  const cart = expectStatus(await seller.put(`/v2/carts/${mine}`, { data: { id: other, name: 'Taken' } }), 200)
  expect(cart.body.data).toMatchObject({ id: mine, name: 'Taken' })
  expect((await seller.get(`/v2/carts/${other}`)).body).toEqual(before)
  const [order, another_order] = [await makeOrder(seller), await makeOrder(seller)]
  const sent = { id: another_order.id, external_ref: 'erp-7' }
  const updated = expectStatus(await seller.put(`/v2/orders/${order.id}`, { data: sent }), 200).body.data
  expect(updated).toMatchObject({ id: order.id, external_ref: 'erp-7' })
  expect((await seller.get(`/v2/orders/${another_order.id}`)).body.data.external_ref).toBe('')
})

test.each(['duplicate', 'duplicate_job'])('%s of a hierarchy shows the attributes of the copy', async (operation) => {
  const { id } = await makeOne(seller, hierarchies)
  const attributes = { name: `Copy ${operation}`, description: 'For sale', slug: `copy-${operation}` }
  const at = `/v2/hierarchies/${id}/${operation}`
  const { data } = expectStatus(await seller.post(at, { data: { attributes } }), 201).body
  const copy = data.relationships?.hierarchy?.data.id ?? data.id
  expect((await seller.get(`/v2/hierarchies/${copy}`)).body.data.attributes).toMatchObject(attributes)
  expect((await seller.post(at, { data: { attributes } })).status).toBe(409)
})

test('entries of custom APIs and stock show what was sent', async () => {
  const api = await makeOne(seller, customApis)
  const at = `/v2/settings/extensions/custom-apis/${api.id}`
  const field = { type: 'custom_field', name: 'Wish', slug: 'wish', field_type: 'string' }
  expectStatus(await seller.post(`${at}/fields`, { data: field }), 201)
  const entry = expectStatus(await seller.post(`${at}/entries`, { data: { type: api.api_type, wish: 'a lamp' } }), 201)
  const one = `${at}/entries/${entry.body.data.id}`
  expect((await seller.get(one)).body.data.wish).toBe('a lamp')
  expectStatus(await seller.put(one, { data: { type: api.api_type, wish: 'two' } }), 200)
  expect((await seller.get(one)).body.data.wish).toBe('two')
  const { id } = await makeOne(seller, products)
  expectStatus(await seller.post(`/v2/inventories/${id}`, { data: { type: 'stock', quantity: 9 } }), 201)
  expect((await seller.get(`/v2/inventories/${id}`)).body.data).toMatchObject({ available: 9, total: 9 })
})

test('bodies have no nested read-only members, which would be ignored', () => {
  expect(nestedOnlyInResponses(stage.contract.document, stage.contract.operations)).toEqual([])
})

test('the list of exceptions contains nothing superfluous', () => {
  expect([...listed].filter((entry) => !used.has(entry))).toEqual([])
})

function another(schema: Json, current?: unknown): unknown {
  return anotherValue(stage.contract.document, schema, current)
}

/** Members of a body except its type. */
function bodyMembers(method: string, path: string | null): Members {
  if (path === null) return new Map()
  const operation = stage.contract.operations.find((each) => each.method === method && each.path === path)
  if (operation?.body == null) throw new Error(`The document has no body of ${method} ${path}.`)
  return withoutType(membersOfData(stage.contract.document, operation.body))
}

type Response = { content: Record<string, { schema: Json }> }

/** Members of the GET response except its type. */
function responseMembers(path: string): Members {
  const { document } = stage.contract
  const paths = document.paths as Record<string, { get: { responses: Record<string, Response> } }>
  const schema = paths[path]?.get.responses['200']?.content['application/json']?.schema
  if (schema === undefined) throw new Error(`The document has no response of GET ${path}.`)
  return withoutType(membersOfData(document, schema))
}

function withoutType(members: Members): Members {
  return new Map([...members].filter(([path]) => path !== 'type'))
}

/** Sorts changes of a state last, since they may prevent other changes. */
function statesLast(members: Members): [string, Json][] {
  const isState = ([path]: [string, Json]) => path === 'status' || path === 'shipping'
  return [...[...members].filter((one) => !isState(one)), ...[...members].filter(isState)]
}

/** Merges two objects, and their `attributes`, `relationships` and `meta`. */
function merged(one: Json, other: Json): Json {
  const entries = Object.entries(other).map(([name, value]) => {
    const before = one[name]
    const frames = ['attributes', 'relationships', 'meta'].includes(name) && typeof before === 'object'
    return [name, frames ? { ...before, ...(value as Json) } : value]
  })
  return { ...one, ...Object.fromEntries(entries) }
}

/** True if the value was read back: equal, the same time in UTC, or the same e-mail address in lower case. */
function isShown(sent: unknown, shown: unknown): boolean {
  if (Array.isArray(sent))
    return Array.isArray(shown) && sent.length === shown.length && sent.every((one, at) => isShown(one, shown[at]))
  if (typeof sent === 'object' && sent !== null) {
    if (typeof shown !== 'object' || shown === null) return false
    return Object.entries(sent).every(([name, value]) => isShown(value, (shown as Json)[name]))
  }
  if (typeof sent !== 'string' || typeof shown !== 'string') return sent === shown
  if (/^\d{4}-\d\d-\d\d/.test(sent)) return Date.parse(sent) === Date.parse(shown)
  return (sent.includes('@') ? sent.toLowerCase() : sent) === shown
}
