import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Description } from '../../../src/storefront/hypermedia/description-schema.ts'
import { statementsOf } from '../../support/database/statements.ts'
import { schemaChecker } from '../../support/documents/schema-checker.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { inCart, type Json, type Store } from '../../support/storefront/carts.ts'
import { followOthers, type Node, nodeAt, openWholeStore, registeredShopper } from '../../support/storefront/graph.ts'
import { hrefs, type StorefrontClient } from '../../support/storefront/hypermedia.ts'
import { ADA, submit } from '../../support/storefront/orders.ts'

let stage: Stage
let store: Store
let shopper: StorefrontClient
let nodes: readonly Node[]
/** Resources that a client reaches by links, by URI without the base. */
let world: Map<string, Json>
let others: Json[]
let customer: StorefrontClient
beforeAll(async () => {
  stage = await openSharedStage()
  const whole = await openWholeStore(stage)
  store = whole.store
  shopper = whole.shopper
  nodes = whole.nodes
  world = whole.world
  customer = await registeredShopper(store)
  others = await followOthers(whole, customer)
})
afterAll(() => stage.close())

test('links lead to every resource of the graph, and to no other', () => {
  const visited = [...world.values(), ...others]
  const reached = new Set(visited.map(({ self }: Json) => nodeAt(nodes, self.uri).name))
  expect(nodes.map(({ name }) => name).filter((name) => !reached.has(name))).toEqual([
    // The purchases fit on a single page.
    'purchases page',
  ])
  for (const { self, links } of visited) {
    const { type, relations } = nodeAt(nodes, self.uri)
    expect(self.type).toBe(type)
    for (const link of links) {
      const target = nodeAt(nodes, link.uri)
      expect(relations.filter(({ rel, to }) => rel === link.rel && to === target.name)).toHaveLength(1)
    }
  }
})

test('actions come before all other links', () => {
  const isAction = ({ rel }: Json) => rel.endsWith('action')
  const withActions = [...world.values(), ...others].filter(({ links }) => links.some(isAction))
  expect(withActions.length).toBeGreaterThan(12)
  for (const { self, links } of withActions) {
    const actions = links.filter(isAction)
    expect([self.uri, links.slice(0, actions.length)]).toEqual([self.uri, actions])
  }
})

describe('the description', () => {
  const text = readFileSync('docs/storefront.json', 'utf8')
  const { resources, relations }: Description = JSON.parse(text)
  const ajv = schemaChecker()
  const described = new Map(
    resources.map((resource) => [resource.name, { ...resource, isValid: ajv.compile(closed(resource.members)) }]),
  )
  const nameOf = ({ self }: Json): string => nodeAt(nodes, self.uri.split('?')[0]).name
  const bodies = () => [...world.values(), ...others].map((body): [string, Json] => [nameOf(body), body])

  test("equals the program's description, and matches its published schema", async () => {
    const root = await shopper.get(`${store.origin}/storefront`, { 'x-forwarded-base': 'https://shop.example.com/api' })
    expect(root.headers.get('link')).toBe('<https://shop.example.com/api/description>; rel="service-desc"')
    const served = await fetch(`${store.origin}/storefront/description`)
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(await served.text()).toBe(text)
    expect(nodes.filter(({ path }) => path !== '' && text.includes(path))).toEqual([])
    const schema = await fetch(new URL(JSON.parse(text).$schema, served.url))
    const schemaText = await schema.text()
    expect(schemaText).toBe(readFileSync(new URL(JSON.parse(text).$schema, `file://${process.cwd()}/docs/`), 'utf8'))
    const isValid = ajv.compile(closed(JSON.parse(schemaText)))
    expect([isValid(JSON.parse(text)), isValid.errors]).toEqual([true, null])
    const etag = served.headers.get('etag') ?? ''
    expect((await fetch(served.url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  test('has every type, member and link of responses, and marks the links that are always present', () => {
    for (const [name, { self, messages: _, links, ...members }] of bodies()) {
      const resource = described.get(name)
      expect(self).toMatchObject({ type: resource?.type, 'max-age': resource?.['max-age'] })
      expect([name, resource?.isValid(members), resource?.isValid.errors]).toEqual([name, true, null])
      for (const { rel, rev, uri, type } of links) {
        const link = resource?.links.find((one) => one.rel === rel)
        expect([name, rel, link?.rev]).toEqual([name, rel, rev])
        const to = { name: nodeAt(nodes, uri).name, type: nodeAt(nodes, uri).type }
        expect(link?.to).toContainEqual(to)
        expect([rel, type]).toEqual([rel, link?.method === 'POST' ? undefined : described.get(to.name)?.['media-type']])
      }
      const always = resource?.links.filter(({ when }) => when === undefined).map(({ rel }) => rel)
      expect([name, links.map(({ rel }: Json) => rel)]).toEqual([name, expect.arrayContaining(always ?? [])])
    }
  })

  test('has nothing that never occurs in responses', () => {
    const seen = Map.groupBy(bodies(), ([name]) => name)
    const unseen = resources.flatMap(({ name, links }) =>
      links.flatMap(({ rel, when }) => {
        const all = seen.get(name)?.map(([, body]) => body.links.some((link: Json) => link.rel === rel)) ?? []
        if (!all.includes(true)) return `${name}: ${rel} is never there`
        return when !== undefined && !when.startsWith('one for each') && !all.includes(false)
          ? `${name}: ${rel} is always there`
          : []
      }),
    )
    expect(unseen).toEqual(UNSEEN)
    expect(Object.keys(relations)).toEqual(
      [...new Set(resources.flatMap(({ links }) => links.map(({ rel }) => rel)))].sort(),
    )
  })

  test('names the inverse relation as rev, except for elements of several lists', () => {
    for (const { name, type, links } of resources)
      for (const { rel, rev, to } of links.filter(({ rev }) => rev !== undefined)) {
        const back = to.flatMap((target) => described.get(target.name)?.links.find((link) => link.rel === rev) ?? [])
        if (rel === 'element' && back.length === 0) expect([name, rev]).toEqual([name, 'list'])
        else expect([name, rel, back[0]?.to.map((target) => target.type)]).toEqual([name, rel, [type]])
      }
  })

  test('is right that every relation can be zoomed', async () => {
    for (const [, [body]] of Map.groupBy(world.values(), nameOf)) {
      const counts = Map.groupBy(body.links, ({ rel }: Json) => rel)
      const zoomed = (await shopper.get(`${body.self.href.split('?')[0]}?zoom=${[...counts.keys()].join(',')}`)).body
      for (const [rel, links] of counts) expect([rel, zoomed[`_${rel}`]?.length]).toEqual([rel, links.length])
    }
  })

  test('is right about the methods of a single role', async () => {
    const clients = { PUBLIC: shopper, REGISTERED: customer }
    const restricted = resources.flatMap(({ name, methods }) =>
      methods.filter(({ roles }) => roles.length === 1).map(({ method, roles }) => ({ name, method, role: roles[0] })),
    )
    expect(restricted.length).toBeGreaterThan(2)
    for (const [role, client] of Object.entries(clients)) {
      const profile = (await client.walk('defaultprofile')).self.href
      for (const one of restricted) {
        const href =
          one.name === 'profile' ? profile : [...world.values()].find((body) => nameOf(body) === one.name)?.self.href
        const { status } = await client.send(one.method, href, one.method === 'GET' ? undefined : {})
        expect([one, role, status === 403]).toEqual([one, role, role !== one.role])
      }
    }
  })
})

describe('a zoom', () => {
  /** A resource and paths of relations from it, some of which do not exist. */
  const zooms = () => {
    const places = [...world.values()]
    const steps = fc.array(fc.tuple(fc.nat(1000), fc.integer({ min: 0, max: 9 })), { minLength: 1, maxLength: 4 })
    return fc.record({
      from: fc.constantFrom(...places),
      paths: fc.array(steps, { minLength: 1, maxLength: 5 }),
    })
  }
  const pathFrom = (from: Json, steps: readonly (readonly [number, number])[]): string[] => {
    let at = from
    return steps.map(([choice, astray]) => {
      const links = (at?.links ?? []).filter(({ href }: Json) => world.has(href))
      const link = links[choice % Math.max(1, links.length)]
      at = link === undefined ? undefined : world.get(link.href)
      return astray === 0 || link === undefined ? 'nowhere' : link.rel
    })
  }

  test('embeds the same as separate requests, in any order of its paths, and ignores unknown relations', async () => {
    await fc.assert(
      fc.asyncProperty(zooms(), async ({ from, paths }) => {
        const written = paths.map((steps) => pathFrom(from, steps))
        const ask = async (all: readonly string[][]): Promise<Json> => {
          const { status, body } = await shopper.get(
            `${from.self.href}?zoom=${all.map((path) => path.join(':')).join(',')}`,
          )
          // All countries of all countries exceed the limit of a response, as do many searches, and the error says so.
          if (status === 400)
            expect(body.messages[0]['debug-message']).toMatch(/more than (20000 resources|100 searches)/)
          fc.pre(status !== 400)
          return body
        }
        const body = await ask(written)
        expect(await ask(written.toReversed())).toEqual(body)
        const { self, ...rest } = body
        const astray = await ask([...written, ['nowhere'], ['links', 'nothing']])
        expect(astray).toEqual({ ...rest, self: { ...self, uri: astray.self.uri, href: astray.self.href } })
        const { self: _, ...plain } = from
        expect(body).toMatchObject(plain)
        for (const path of written) for (const shown of embeddedAt(body, path)) if ('self' in shown) expectPlain(shown)
      }),
      { numRuns: lawRuns(20) },
    )
  })

  const embeddedAt = (body: Json, path: readonly string[]): Json[] =>
    path.reduce<Json[]>((found, rel) => found.flatMap((each) => each[`_${rel}`] ?? []), [body])

  function expectPlain(shown: Json): void {
    const own = Object.fromEntries(Object.entries(shown).filter(([name]) => !name.startsWith('_')))
    const plain = world.get(shown.self.href)
    if (plain !== undefined) expect(own).toEqual(plain)
  }
})

describe('a form', () => {
  const { resources }: Description = JSON.parse(readFileSync('docs/storefront.json', 'utf8'))
  const operations = resources.flatMap(({ name, methods }) => methods.map((method) => ({ name, ...method })))

  test.each(operations.filter(({ body, roles }) => body !== undefined && roles.includes('PUBLIC')))(
    '$name: $method accepts what its description specifies, and rejects the rest',
    async ({ name, method, body: schema, 'leads-to': target }) => {
      const resource = [...world.values()].find(({ self }) => nodeAt(nodes, self.uri.split('?')[0]).name === name)
      const whole = VALID[name] ?? (await purchaseNumber())
      const send = (body: Json) => shopper.send(method, resource.self.href, body)
      for (const { sent, status, data } of invalidBodies(schema, whole)) {
        const response = await send(sent)
        const found = response.body?.messages.map((message: Json) => message.data)
        expect([sent, response.status, found]).toEqual([sent, status, [expect.objectContaining(data)]])
      }
      const { status, headers } = await send(requiredOf(schema, whole))
      expect(status).toBeLessThan(300)
      const uri = headers.get('location')?.replace(`${store.origin}/storefront`, '')
      expect(uri && nodeAt(nodes, uri).name).toBe(target?.name)
    },
  )

  const purchaseNumber = async () => {
    const purchase = [...world.values()].find(({ self }) => self.type === 'shop.purchases.purchase')
    return { 'purchase-number': purchase['purchase-number'] }
  }
})

test('an order and a purchase need the same number of statements for every zoom and any number of lines', async () => {
  const countOf = (href: string, zoom: string) =>
    statementsOf(stage, async () => {
      expect((await shopper.get(`${href}?zoom=${zoom}`)).status).toBe(200)
    })
  const [order = ''] = hrefs(await shopper.walk('defaultcart'), 'order')
  const whole =
    'total,tax,emailinfo:email,billingaddressinfo:billingaddress,billingaddressinfo:selector:choice:description,' +
    'deliveries:element:destinationinfo:selector:chosen:description,paymentmethodinfo:paymentmethod,purchaseform,' +
    'deliveries:element:shippingoptioninfo:selector:choice:description:appliedpromotions:element,' +
    'couponinfo:coupon:appliedpromotions:element,cart:lineitems:element:price'
  const few = [await countOf(order, ''), await countOf(order, whole)]
  expect(few[1]).toBe(few[0])
  const [purchase = ''] = hrefs(await shopper.walk('defaultprofile', 'purchases'), 'element')
  const receipt =
    'lineitems:element,lineitems:element:appliedpromotions:element,shipments:element:shippingoption,paymentmeans:element,' +
    'shipments:element:lineitems:element,coupons:element:appliedpromotions:element,discount,appliedpromotions:element'
  expect(await countOf(purchase, receipt)).toBe(await countOf(purchase, ''))

  const line = (await inCart(shopper, 'lineitems:element'))[0]
  expect((await shopper.send('PUT', line.self.href, { quantity: 5 })).status).toBe(204)
  expect([await countOf(order, ''), await countOf(order, whole)]).toEqual(few)
  await submit(shopper)
  const list = hrefs(await shopper.walk('defaultprofile'), 'purchases')[0] ?? ''
  expect((await shopper.get(list)).body.pagination.results).toBe(2)
  expect(await countOf(list, `element:lineitems:element,${receipt}`)).toBe(2)
})

/** Schema whose objects reject other members. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]))
  return schema.type === 'object' && schema.properties !== undefined ? { ...parts, additionalProperties: false } : parts
}

const UNSEEN = [
  // Every node has more items than fit on a page.
  'items of a node: next is always there',
  'items of the same node: next is always there',
  // The purchases fit on a single page.
  'purchases: next is never there',
  'purchases page: element is never there',
  'purchases page: next is never there',
  'purchases page: profile is never there',
  'purchases page: previous is never there',
  // Registration can be closed by a setting of the store.
  'registration form: registeraction is always there',
]

const SEARCH = { keywords: 'lamp', 'page-size': 2, sort: 'newest' }
const ITEM = { quantity: 1, configuration: {} }
/** A country without subdivisions and postal codes, so that these fields are optional. */
const HONG_KONG = { ...ADA.address, region: '', 'postal-code': '', 'country-name': 'HK' }
const ADDRESS = { ...ADA, address: HONG_KONG, organization: 'Looms', 'phone-number': '1', instructions: 'Ring twice' }
const CARD = { 'display-name': 'Card', token: 'manual' }

/** A body with every field for each form and each mutable resource. */
const VALID: Readonly<Record<string, Json>> = {
  'keyword search form': SEARCH,
  'keyword search action': SEARCH,
  'item lookup form': { code: 'LAMP' },
  'item lookup action': { code: 'LAMP' },
  'batch items lookup form': { codes: ['LAMP'] },
  'batch items lookup action': { codes: ['LAMP'] },
  'add to cart form': ITEM,
  'add to cart action': ITEM,
  'line item': { quantity: 3 },
  'move to cart form': { quantity: 1 },
  'coupon form': { code: 'spring' },
  'address form': ADDRESS,
  address: ADDRESS,
  'email form': { email: 'ada@example.com' },
  'payment token form': CARD,
  'order payment token form': CARD,
  'order payment token action': CARD,
  'registration form': {
    'given-name': 'Joan',
    'family-name': 'Clarke',
    username: 'joan@example.com',
    password: 'a'.repeat(8),
  },
}

/** `data` is part of the message that rejects the body. */
type Invalid = { sent: Json; status: number; data: Record<string, string> }

/** Bodies without a required field, and with each field beyond its limits. */
function invalidBodies(schema: Json, whole: Json, put = (part: Json) => part): Invalid[] {
  return Object.entries<Json>(schema.properties).flatMap(([field, property]) => {
    if (property.properties !== undefined && Object.keys(property.properties).length > 0)
      return invalidBodies(property, whole[field], (part) => put({ ...whole, [field]: part }))
    const { [field]: _, ...rest } = whole
    const missing = { sent: put(rest), status: 400, data: { 'field-name': field } }
    const wrong = beyond(property).map(([value, limit]) => ({
      sent: put({ ...whole, [field]: value }),
      status: Array.isArray(value) ? 413 : 400,
      data: { 'field-name': field, ...limit },
    }))
    return schema.required?.includes(field) ? [missing, ...wrong] : wrong
  })
}

type Wrong = [value: Json, limit: Record<string, string>]

/** Invalid values, with the limit that the message names. */
function beyond({ type, format, enum: choices, minimum, maximum, minLength, maxLength, maxItems }: Json): Wrong[] {
  const past = (limit: number | undefined, name: string, valueAt: (limit: number) => Json): Wrong[] =>
    limit === undefined ? [] : [[valueAt(limit), { [name]: String(limit) }]]
  return [
    ...past(minimum, 'min-value', (least) => least - 1),
    ...past(maximum, 'max-value', (most) => most + 1),
    ...past(maxLength, 'max-length', (most) => 'x'.repeat(most + 1)),
    ...past(maxItems, 'max-size', (most) => Array.from({ length: most + 1 }, () => 'LAMP')),
    // An empty text counts as a missing field.
    ...(minLength === 1 ? [['', {}] as Wrong] : past(minLength, 'min-length', (least) => 'x'.repeat(least - 1))),
    ...(type === 'integer' ? (['many', 1.5].map((value) => [value, {}]) as Wrong[]) : []),
    ...(choices === undefined ? [] : [['x', {}] as Wrong]),
    ...(format === 'email' ? [['x', {}] as Wrong] : []),
  ]
}

function requiredOf({ properties, anyOf = [{}], required = anyOf[0].required ?? [] }: Json, whole: Json): Json {
  return Object.fromEntries(
    required.map((field: string) => [
      field,
      properties[field].properties === undefined ? whole[field] : requiredOf(properties[field], whole[field]),
    ]),
  )
}
