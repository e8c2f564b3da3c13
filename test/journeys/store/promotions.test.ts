import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/db/new-id.ts'
import { currencies } from '../../../src/store/currencies/currency.ts'
import { promotions } from '../../../src/store/promotions/promotion.ts'
import { shippingOptions } from '../../../src/store/shipping/shipping-option.ts'
import type { Answered, Client } from '../../support/app.ts'
import { openStage, type Stage } from '../../support/stage.ts'
import { bodyOf, makeOne } from '../../support/store/resource-samples.ts'
import { expectStatus } from '../../support/store/shop.ts'

let stage: Stage
let seller: Client
let parcel: string
/** Milliseconds that the clock of the app is ahead. */
let ahead = 0
beforeAll(async () => {
  stage = await openStage({ clock: () => Date.now() + ahead })
  seller = (await stage.tenant()).store
  await makeOne(seller, currencies, { code: 'EUR' })
  parcel = (await makeOne(seller, shippingOptions)).id
})
afterAll(() => stage.close())

type Attributes = Record<string, unknown>

const PERCENT = { kind: 'percent', ppm: 100_000, max_discount: null }
const AMOUNT = { kind: 'amount', amount: 500 }
const ON_CART = { name: 'Spring', scope: 'cart', action: PERCENT }
const BUY_2_GET_1 = { kind: 'buy_x_get_y', x: 2, y: 1, buy: { skus: ['LAMP'] }, get: {}, ppm: 1_000_000, max: null }

function offer(attributes: Attributes, client = seller): Promise<Answered> {
  return client.post('/v2/promotions', bodyOf(promotions, { ...ON_CART, ...attributes }))
}

async function offered(attributes: Attributes): Promise<string> {
  return `/v2/promotions/${expectStatus(await offer(attributes), 201).body.data.id}`
}

function change(address: string, attributes: Attributes, client = seller): Promise<Answered> {
  return client.put(address, bodyOf(promotions, attributes))
}

test('omitted limits of an action mean no limit, and reads show them as null', async () => {
  const { max_discount: _, ...percent } = PERCENT
  const { max: __, ...buy } = BUY_2_GET_1
  for (const [attributes, action] of [
    [{ action: percent }, PERCENT],
    [{ scope: 'line_total', action: buy }, BUY_2_GET_1],
  ] as const) {
    const address = await offered(attributes)
    expect((await seller.get(address)).body.data.action).toEqual(action)
    expectStatus(await change(address, { action: attributes.action }), 200)
    expect((await seller.get(address)).headers.get('etag')).toBe('"1"')
  }
  const promotion = bodyOf(promotions, { ...ON_CART, action: percent }).data
  const data = { type: 'promotion-dry-run', promotion }
  expectStatus(await seller.post('/v2/promotions/dry-run', { data }), 200)
})

/** Pointer and detail of every error. */
function problemsIn({ status, body }: Answered): [pointer: string, detail: string][] {
  expect(status).toBe(422)
  return body.errors.map(({ source, detail }: { source: { pointer: string }; detail: string }) => [
    source.pointer,
    detail,
  ])
}

const atHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

describe('every kind of promotion is stored as sent', () => {
  const WHEN = {
    kind: 'all',
    of: [
      {
        kind: 'any',
        of: [
          { kind: 'not', of: { kind: 'first_order' } },
          { kind: 'account', one_of: [newId(0)] },
        ],
      },
      { kind: 'subtotal', minimum: 5000 },
      { kind: 'quantity', of: { tags: ['oak'], not_products: [newId(0)] }, minimum: 2 },
      { kind: 'segment', one_of: ['vip', 'staff'] },
      { kind: 'country', one_of: ['DE'] },
      { kind: 'channel', one_of: ['web'] },
    ],
  }
  const WHO = { kind: 'any', of: [{ kind: 'segment', one_of: ['vip'] }, { kind: 'first_order' }] }
  const CAPPED = { kind: 'percent', ppm: 333_333, max_discount: 1000 }
  const FIXED = { kind: 'fixed_price', amount: 999 }
  const priced = ['item', 'line_price', 'line_total', 'cart', 'shipping'].flatMap((scope) =>
    [PERCENT, CAPPED, AMOUNT, FIXED].map((action): Attributes => ({ scope, action, currency: 'EUR' })),
  )

  test.each<Attributes>([
    ...priced,
    { scope: 'shipping', action: { kind: 'free' } },
    { scope: 'line_total', action: BUY_2_GET_1 },
    { scope: 'line_total', action: { ...BUY_2_GET_1, max: 4 }, when: WHO },
    { scope: 'line_total', action: { kind: 'free_item', sku: 'STICKER', quantity: 2 } },
    { scope: 'item', target: { skus: ['A', 'B'], not_skus: ['A'] }, when: WHO },
    { scope: 'line_price', target: { categories: [newId(0)], not_categories: [newId(1)] } },
    { when: WHEN, currency: 'EUR', basis: 'after_lines', trigger: 'coupon', stacking: 'exclusive', priority: -3 },
    { start: atHours(-2), end: atHours(2), enabled: false, usage_limit: 10, usage_limit_per_shopper: 1 },
  ])('%j', async (attributes) => {
    const { body } = expectStatus(await offer(attributes), 201)
    expect(body.data).toMatchObject({ ...ON_CART, ...attributes })
    const address = `/v2/promotions/${body.data.id}`
    expect((await seller.get(address)).body).toEqual(body)
    const renamed = expectStatus(await change(address, { name: 'Summer' }), 200).body.data
    expect(renamed).toEqual({ ...body.data, name: 'Summer', meta: renamed.meta })
    expect((await seller.get(address)).body.data).toEqual(renamed)
    expectStatus(await seller.delete(address), 200)
    expect((await seller.get(address)).status).toBe(404)
  })

  test('a shipping option restricts the promotion to itself', async () => {
    const attributes = { scope: 'shipping', action: { kind: 'free' }, shipping_option_ids: [parcel] }
    expect((await offer(attributes)).body.data).toMatchObject(attributes)
  })

  test('omitted members have defaults', async () => {
    expect((await offer({})).body.data).toMatchObject({
      display_name: '',
      description: '',
      enabled: true,
      start: null,
      end: null,
      currency: null,
      priority: 100,
      stacking: 'stackable',
      trigger: 'automatic',
      when: null,
      basis: 'catalog_prices',
      target: {},
      shipping_option_ids: null,
      usage_limit: null,
      usage_limit_per_shopper: null,
    })
  })
})

const KINDS = 'subtotal, quantity, first_order, segment, channel, country, account'
const FIRST = { kind: 'first_order' }
const not = (of: object) => ({ kind: 'not', of })

describe('rejected promotions', () => {
  test.each<[string, Attributes, ...[pointer: string, detail: string][]]>([
    [
      'a misspelt list',
      { target: { sku: ['A'] } },
      ['/data/target/sku', 'data.target.sku is not a known member (did you mean `skus`?).'],
    ],
    [
      'a misspelt list of what is bought',
      { scope: 'line_total', action: { ...BUY_2_GET_1, buy: { tag: ['t'] } } },
      ['/data/action/buy/tag', 'data.action.buy.tag is not a known member (did you mean `tags`?).'],
    ],
    [
      'a misspelt list in a condition',
      { when: { kind: 'any', of: [FIRST, { kind: 'quantity', of: { sku: ['A'] }, minimum: 1 }] } },
      ['/data/when/of/1/of/sku', 'data.when.of[1].of.sku is not a known member (did you mean `skus`?).'],
    ],
    [
      'an empty list',
      { target: { skus: [] } },
      ['/data/target/skus', 'data.target.skus must contain at least 1 item.'],
    ],
    [
      'a condition that there is not',
      { when: { kind: 'all', of: [{ kind: 'weather', one_of: ['rain'] }] } },
      ['/data/when/of/0/kind', `data.when.of[0].kind must be one of: ${KINDS}, all, any, not.`],
    ],
    [
      'conditions nested too deep',
      { when: not(not(not(not(FIRST)))) },
      ['/data/when/of/of/of/kind', `data.when.of.of.of.kind must be one of: ${KINDS}.`],
    ],
    [
      'a condition without its minimum',
      { when: { kind: 'subtotal' }, currency: 'EUR' },
      ['/data/when/minimum', 'data.when.minimum is required.'],
    ],
    [
      'an action that there is not',
      { action: { kind: 'cashback' } },
      [
        '/data/action/kind',
        'data.action.kind must be one of: percent, amount, fixed_price, free, buy_x_get_y, free_item.',
      ],
    ],
    [
      'a member of another action',
      { action: { kind: 'amount', amount: 1, ppm: 1 }, currency: 'EUR' },
      ['/data/action/ppm', 'data.action.ppm is not a known member; known members are kind, amount.'],
    ],
    ['nothing off', { action: { ...PERCENT, ppm: 0 } }, ['/data/action/ppm', 'data.action.ppm must be at least 1.']],
    [
      'an action of another scope',
      { action: { kind: 'free' } },
      ['/data/action/kind', 'data.action.kind must be one of: percent, amount, fixed_price, with the scope cart.'],
    ],
    [
      'a gift on the price of items',
      { scope: 'item', action: { kind: 'free_item', sku: 'A', quantity: 1 } },
      ['/data/action/kind', 'data.action.kind must be one of: percent, amount, fixed_price, with the scope item.'],
    ],
    [
      'items of shipping',
      { scope: 'shipping', target: { skus: ['A'] } },
      ['/data/target', 'data.target must be empty with the scope shipping: use shipping_option_ids.'],
    ],
    [
      'items beside those bought and got',
      { scope: 'line_total', action: BUY_2_GET_1, target: { skus: ['A'] } },
      ['/data/target', 'data.target must be empty with the action buy_x_get_y: use its buy and get.'],
    ],
    [
      'items of a gift',
      { scope: 'line_total', action: { kind: 'free_item', sku: 'A', quantity: 1 }, target: { skus: ['A'] } },
      ['/data/target', 'data.target must be empty with the action free_item: use when.'],
    ],
    [
      'shipping options of a cart',
      { shipping_option_ids: [newId(0)] },
      ['/data/shipping_option_ids', 'data.shipping_option_ids is only allowed with the scope shipping.'],
    ],
    [
      'a basis of lines',
      { scope: 'line_price', basis: 'after_lines' },
      ['/data/basis', 'data.basis must be catalog_prices, unless the scope is cart or shipping.'],
    ],
    [
      'coupons and carts for the price of items',
      { scope: 'item', trigger: 'coupon', when: not({ kind: 'quantity', of: {}, minimum: 2 }) },
      [
        '/data/trigger',
        'data.trigger must be automatic with the scope item: its prices are displayed where there is no cart.',
      ],
      [
        '/data/when',
        'data.when can only have conditions about the shopper with the scope item: its prices are displayed where there is no cart.',
      ],
    ],
    ...[
      { action: AMOUNT },
      { action: { ...PERCENT, max_discount: 5 } },
      { when: not({ kind: 'subtotal', minimum: 9 }) },
    ].map((attributes): [string, Attributes, [string, string]] => [
      `an amount without a currency: ${JSON.stringify(attributes)}`,
      attributes,
      ['/data/currency', 'data.currency is required, since the promotion names amounts.'],
    ]),
    [
      'a currency that the store lacks',
      { action: AMOUNT, currency: 'CHF' },
      ['/data/currency', 'data.currency must be a currency of the store; CHF is not.'],
    ],
    [
      'a shipping option that the store lacks',
      { scope: 'shipping', shipping_option_ids: [newId(0)] },
      ['/data/shipping_option_ids/0', 'data.shipping_option_ids[0] is not a shipping option of this store.'],
    ],
    [
      'an end in the past',
      { end: atHours(-1) },
      ['/data/end', 'data.end is in the past: the promotion would never apply.'],
    ],
    [
      'an end before the start',
      { start: atHours(2), end: atHours(1) },
      ['/data/end', 'data.end must be later than start.'],
    ],
    [
      'a target that no item fits',
      { target: { skus: ['A'], not_skus: ['A'] } },
      ['/data/target/skus', 'data.target.skus must name something that is not in not_skus, since no item fits both.'],
    ],
    [
      'a condition that can never hold',
      {
        currency: 'EUR',
        when: { kind: 'all', of: [{ kind: 'subtotal', minimum: 100 }, not({ kind: 'subtotal', minimum: 50 })] },
      },
      [
        '/data/when',
        'data.when can never hold: it requires a subtotal of at least 100 and below 50, so one of its conditions must change.',
      ],
    ],
    [
      'a condition that leaves nothing to take off',
      { when: { kind: 'all', of: [FIRST, not({ kind: 'quantity', of: {}, minimum: 1 })] } },
      [
        '/data/when/of/1',
        'data.when.of[1] holds only where nothing can be taken off: with the rest of the promotion it requires at least 1 and fewer than 1 of the same items, so one of them must change.',
      ],
    ],
    [
      'everything that is wrong, at once',
      { end: atHours(-1), currency: 'CHF', when: { kind: 'all', of: [FIRST, not(FIRST)] } },
      ['/data/end', 'data.end is in the past: the promotion would never apply.'],
      [
        '/data/when',
        'data.when can never hold: it requires a first order that is not the first, so one of its conditions must change.',
      ],
      ['/data/currency', 'data.currency must be a currency of the store; CHF is not.'],
    ],
  ])('%s', async (_name, attributes, ...problems) => {
    expect(problemsIn(await offer(attributes))).toEqual(problems)
  })
})

describe('an update', () => {
  test('is validated against the members that stay', async () => {
    const address = await offered({ action: AMOUNT, currency: 'EUR', target: { skus: ['A'] }, end: atHours(2) })
    expect(problemsIn(await change(address, { currency: null }))).toEqual([
      ['/data/currency', 'data.currency is required, since the promotion names amounts.'],
    ])
    expect(problemsIn(await change(address, { scope: 'shipping' }))).toEqual([
      ['/data/target', 'data.target must be empty with the scope shipping: use shipping_option_ids.'],
    ])
    expect(problemsIn(await change(address, { start: atHours(3) }))).toEqual([
      ['/data/end', 'data.end must be later than start.'],
    ])
    expectStatus(await change(address, { scope: 'shipping', target: {}, shipping_option_ids: [parcel] }), 200)
  })

  test('need not extend an expired promotion, and may end it at once', async () => {
    const end = atHours(0.01)
    const address = await offered({ end })
    ahead += 60_000
    expectStatus(await change(address, { name: 'Over', end }), 200)
    const { body } = expectStatus(await change(address, { display_name: 'Over' }), 200)
    expect(body.data).toMatchObject({ name: 'Over', display_name: 'Over', end })
    expectStatus(await change(address, { end: atHours(1) }), 200)
    expectStatus(await change(address, { end: atHours(-1) }), 200)
  })
})

test('ids are case-insensitive', async () => {
  const [product, option] = [newId(Date.now()), parcel]
  const upper = [product.toUpperCase()]
  const target = { products: upper, not_categories: upper }
  const when = { kind: 'not', of: { kind: 'any', of: [{ kind: 'account', one_of: upper }, { kind: 'first_order' }] } }
  const stored = expectStatus(await offer({ target, when }), 201).body.data
  expect([stored.target, stored.when.of.of[0]]).toEqual([
    { products: [product], not_categories: [product] },
    { kind: 'account', one_of: [product] },
  ])
  const shipping = { scope: 'shipping', action: { kind: 'free' }, shipping_option_ids: [option.toUpperCase()] }
  expect(expectStatus(await offer(shipping), 201).body.data.shipping_option_ids).toEqual([option])
})

test('a promotion with a deleted reference can still be renamed and disabled', async () => {
  const { store } = await stage.tenant()
  const code = 'GBP'
  const { id } = await makeOne(store, currencies, { code })
  const address = `/v2/promotions/${expectStatus(await offer({ action: AMOUNT, currency: code }, store), 201).body.data.id}`
  expectStatus(await store.delete(`/v2/currencies/${id}?force=true`), 200)
  expectStatus(await change(address, { enabled: false, name: 'Gone' }, store), 200)
  expect(problemsIn(await offer({ currency: code }, store))).toEqual([
    ['/data/currency', 'data.currency must be a currency of the store; GBP is not.'],
  ])
})

describe('promotions belong to sellers of a store', () => {
  test('shoppers and other sellers have no access', async () => {
    const { store, shopper } = await stage.tenant()
    const made = expectStatus(await offer({}, store), 201).body.data
    const address = `/v2/promotions/${made.id}`
    const tries = [
      shopper.get('/v2/promotions'),
      shopper.get(address),
      offer({}, shopper),
      change(address, { name: 'Mine' }, shopper),
      shopper.delete(address),
    ]
    for (const { status } of await Promise.all(tries)) expect(status).toBe(403)
    expect((await store.get(address)).body.data).toEqual(made)
  })

  test('other stores see none of them', async () => {
    const { store: other } = await stage.tenant()
    const address = await offered({})
    const tries = [other.get(address), change(address, { name: 'Mine' }, other), other.delete(address)]
    for (const { status, body } of await Promise.all(tries))
      expect([status, body.errors[0].detail]).toEqual([404, 'The promotion could not be found.'])
    expect((await other.get('/v2/promotions')).body.data).toEqual([])
    expect((await seller.get(address)).body.data.name).toBe('Spring')
  })

  test('currencies and shipping options of other stores are rejected', async () => {
    const { store: other } = await stage.tenant()
    expect(
      problemsIn(await offer({ currency: 'EUR', scope: 'shipping', shipping_option_ids: [parcel] }, other)),
    ).toEqual([
      ['/data/currency', 'data.currency must be a currency of the store; EUR is not.'],
      ['/data/shipping_option_ids/0', 'data.shipping_option_ids[0] is not a shipping option of this store.'],
    ])
  })
})
