import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statementsOf } from '../../support/database/statements.ts'
import { lawRuns } from '../../support/law-runs.ts'
import { openStage, type Stage } from '../../support/stage.ts'
import { change, publish } from '../../support/store/catalogs.ts'
import { hrefs, type StorefrontClient } from '../../support/store/hypermedia.ts'
import { makeCoupon, makePromotion } from '../../support/store/promotions.ts'
import { addItem, inCart, type Json, openStore, type Store, shopperOf } from '../../support/store/storefront-carts.ts'
import { completeOrder, enableCheckout, fill, submit } from '../../support/store/storefront-orders.ts'

type Node = { name: string; type: string; path: string; relations: { rel: string; to: string; type: string }[] }

let stage: Stage
let store: Store
let shopper: StorefrontClient
let nodes: Node[]
/** What a client gets to by links, by address without the base. */
let world: Map<string, Json>
beforeAll(async () => {
  stage = await openStage()
  store = await openStore(stage)
  await enableCheckout(store)
  await promote()
  await vary()
  shopper = await shopperOf(store)
  nodes = (await shopper.get(`${store.origin}/storefront/graph`)).body.resources
  await goShopping()
  await submit(shopper)
  await goShopping()
  world = await walk([`${store.origin}/storefront`, ...(await sendSearches())])
})
afterAll(() => stage.close())

/** One promotion of each scope, one by coupon, one that gives something, and one that is only possible. */
async function promote(): Promise<void> {
  const tenth = { kind: 'percent', ppm: 100_000, max_discount: null }
  const { seller } = store
  await makePromotion(seller, {
    name: 'Item',
    scope: 'item',
    target: { skus: ['BULB'] },
    action: tenth,
    currency: null,
  })
  await makePromotion(seller, {
    name: 'Line',
    scope: 'line_total',
    target: { skus: ['LAMP'] },
    action: tenth,
    currency: null,
  })
  await makePromotion(seller, { name: 'Parcel', scope: 'shipping', action: tenth, currency: null })
  await makePromotion(seller, { name: 'Cart' })
  await makePromotion(seller, { name: 'Later', when: { kind: 'subtotal', minimum: 900_000 } })
  await makeCoupon(seller, await makePromotion(seller, { name: 'Coupon', trigger: 'coupon' }), { code: 'SPRING' })
}

/** Lamps and bulbs are variants of one thing. */
async function vary(): Promise<void> {
  for (const sku of ['LAMP', 'BULB']) {
    const varied = { definition: 'light', options: [{ name: 'kind', value: sku }] }
    const { status } = await change(store.seller, `/products/${store.skus.get(sku)}`, 'product', varied)
    expect(status).toBe(200)
  }
  await publish(store.seller, store.catalog)
}

async function goShopping(): Promise<void> {
  for (const sku of ['LAMP', 'RUG', 'BULB']) await addItem(store, shopper, { sku }, { quantity: 2 })
  await fill(shopper, 'order:couponinfo:couponform', 'applycouponaction', { code: 'spring' })
  await completeOrder(shopper)
}

/** Where the forms of searches and lookups lead. */
async function sendSearches(): Promise<string[]> {
  const sent: [string[], string, object][] = [
    [['searches', 'keywordsearchform'], 'itemkeywordsearchaction', { keywords: 'lamp', 'page-size': 2 }],
    [['lookups', 'batchitemslookupform'], 'batchitemslookupaction', { codes: ['LAMP', 'RUG'] }],
  ]
  return Promise.all(
    sent.map(async ([rels, action, body]) => {
      const [href = ''] = hrefs(await shopper.walk(...rels), action)
      return (await shopper.send('POST', href, body)).headers.get('location') ?? ''
    }),
  )
}

/** Follows every link; of a long list the first elements. */
async function walk(open: string[]): Promise<Map<string, Json>> {
  const seen = new Map<string, Json>()
  for (let href = open.pop(); href !== undefined; href = open.pop()) {
    if (seen.has(href)) continue
    const { status, body } = await shopper.get(href)
    expect([href, status]).toEqual([href, 200])
    seen.set(href, body)
    for (const [index, link] of body.links.entries()) if (link.rel !== 'element' || index < 6) open.push(link.href)
  }
  return seen
}

function nodeAt(uri: string): Node {
  const steps = uri.split('/')
  const fits = (path: string) => {
    const pattern = path.split('/')
    return (
      pattern.length === steps.length && pattern.every((step, index) => step.startsWith('{') || step === steps[index])
    )
  }
  const fixed = ({ path }: Node) => path.split('/').filter((step) => !step.startsWith('{')).length
  const [node] = nodes.filter(({ path }) => fits(path)).sort((one, other) => fixed(other) - fixed(one))
  if (node === undefined) throw new Error(`Nothing in the graph is at ${uri}.`)
  return node
}

test('links lead to every resource of the graph, and to no other', () => {
  const reached = new Set([...world.values()].map(({ self }: Json) => nodeAt(self.uri).name))
  expect(nodes.map(({ name }) => name).filter((name) => !reached.has(name))).toEqual([
    // Of what this store sells, and this shopper has bought, one page shows all.
    'items of a node page',
    // Only a form for an order that has changed since it was shown leads to it.
    'purchase form',
    'purchases page',
  ])
  for (const { self, links } of world.values()) {
    const { type, relations } = nodeAt(self.uri)
    expect(self.type).toBe(type)
    for (const link of links) {
      const target = nodeAt(link.uri)
      expect(relations.filter(({ rel, to }) => rel === link.rel && to === target.name)).toHaveLength(1)
    }
  }
})

describe('a zoom', () => {
  /** A resource and paths of relations that lead on from it, some of them to nowhere. */
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
          // All countries from each of all countries are more than one response may hold, and are told to be.
          if (status === 400) expect(body.messages[0]['debug-message']).toContain('more than 20000 resources')
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
        for (const path of written) for (const shown of follow(body, path)) if ('self' in shown) expectPlain(shown)
      }),
      { numRuns: lawRuns(20) },
    )
  })

  const follow = (body: Json, path: readonly string[]): Json[] =>
    path.reduce<Json[]>((found, rel) => found.flatMap((each) => each[`_${rel}`] ?? []), [body])

  function expectPlain(shown: Json): void {
    const own = Object.fromEntries(Object.entries(shown).filter(([name]) => !name.startsWith('_')))
    const plain = world.get(shown.self.href)
    if (plain !== undefined) expect(own).toEqual(plain)
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
