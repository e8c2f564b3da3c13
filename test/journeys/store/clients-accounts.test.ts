import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, eventually, openTenant, type Tenant } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { checkOut, customItem, expectStatus, newCartId } from '../../support/store/shop.ts'

// Requests about accounts, stock, exports and currencies by clients written for other servers of this API.

let stage: Stage
let tenant: Tenant
let seller: Client
beforeAll(async () => {
  stage = await openSharedStage()
  tenant = await openTenant(stage.app)
  seller = tenant.seller
})
afterAll(() => stage.close())

async function make(path: string, data: object) {
  return expectStatus(await seller.post(path, { data }), 201).body.data
}

describe('types are accepted with hyphens and underscores', () => {
  test.each([
    ['/v2/authentication-realms', { type: 'authentication-realm', name: 'Buyers' }],
    ['/v2/authentication_realms', { type: 'authentication_realm', name: 'Sellers' }],
    ['/v2/account-members', { type: 'account-member', name: 'Ada', email: 'hyphen@example.com' }],
    ['/v2/account_members', { type: 'account_member', name: 'Ada', email: 'underscore@example.com' }],
  ])('POST %s %o', async (path, data) => {
    const created = await make(path, data)
    expect(created).toMatchObject({ ...data, type: data.type.replace('-', '_') })
  })

  test('GET accepts both names below settings, realms and accounts', async () => {
    const { body } = expectStatus(await seller.get('/v2/settings/account_authentication'), 200)
    const realm = `/v2/authentication_realms/${body.data.relationships.authentication_realm.data.id}`
    const { id } = await make('/v2/accounts', { name: 'Marsh Interiors' })
    for (const path of [`${realm}/user_authentication_info`, `${realm}/password_profiles?sort=updated_at`])
      expectStatus(await seller.get(path), 200)
    expectStatus(await seller.get(`/v2/accounts/${id}/account_memberships/unassigned_account_members`), 200)
    expectStatus(await seller.put('/v2/carts/account_members', { data: { name: 'A name of its own' } }), 200)
    expect((await seller.get('/v2/carts/account_members')).body.data.id).toBe('account_members')
  })

  test('another type is rejected', async () => {
    const { status, body } = await seller.post('/v2/account-members', {
      data: { type: 'member', name: 'A', email: 'b@example.com' },
    })
    expect([status, body.errors[0].detail]).toEqual([422, 'data.type must be "account_member".'])
  })
})

describe('the country UK', () => {
  const address = { first_name: 'Ada', last_name: 'Marsh', line_1: '1 High Street', county: '', city: 'Leeds' }

  test('is stored and shown as GB in customers and accounts', async () => {
    const customer = await make('/v2/customers', { type: 'customer', name: 'Ada', email: 'uk@example.com' })
    const account = await make('/v2/accounts', { type: 'account', name: 'Marsh Interiors' })
    for (const owner of [`/v2/customers/${customer.id}`, `/v2/accounts/${account.id}`]) {
      const data = { type: 'address', name: 'Home', ...address, postcode: 'LS1 1AA', country: 'UK' }
      const { id, country } = await make(`${owner}/addresses`, data)
      expect(country).toBe('GB')
      const changed = await seller.put(`${owner}/addresses/${id}`, { data: { type: 'address', country: 'UK' } })
      expect(changed.body.data.country).toBe('GB')
    }
  })

  test('is stored and shown as GB in carts and orders', async () => {
    const id = newCartId()
    expectStatus(await seller.post(`/v2/carts/${id}/items`, { data: customItem(500) }), 201)
    const cart = await seller.put(`/v2/carts/${id}`, { data: { country: 'UK' } })
    expect([cart.status, cart.body.data.country]).toEqual([200, 'GB'])
    const billing_address = { ...address, postcode: 'LS1 1AA', region: 'ENG', country: 'UK' }
    const order = expectStatus(await checkOut(seller, id, { billing_address, shipping_address: billing_address }), 201)
    expect(order.body.data.billing_address.country).toBe('GB')
    expect(order.body.data.shipping_address.country).toBe('GB')
  })

  test('is stored and shown as GB in shipping options, tax zones and promotions', async () => {
    const countries = [{ country: 'UK' }, { country: 'FR' }]
    const option = { type: 'shipping_option', name: 'Post', code: 'post', costs: { USD: { amount: 5 } }, countries }
    const GB = [{ country: 'GB' }, { country: 'FR' }]
    expect((await make('/v2/shipping-options', option)).countries).toEqual(GB)
    expect((await make('/v2/taxes/zones', { type: 'tax_zone', name: 'West', countries })).countries).toEqual(GB)
    const terms = { scope: 'cart', action: { kind: 'amount', amount: 100 }, currency: 'USD' }
    const when = { kind: 'country', one_of: ['UK'] }
    const promotion = await make('/v2/promotions', { type: 'promotion', name: 'To Britain', ...terms, when })
    expect(promotion.when).toEqual({ kind: 'country', one_of: ['GB'] })
  })
})

describe('a country in common spelling is accepted, stored and shown as its code', () => {
  const address = { first_name: 'Ada', last_name: 'Marsh', line_1: '1 High Street', county: '', city: 'Leeds' }
  const WRITTEN = [
    ['de', 'DE'],
    ['Deutschland', 'DE'],
    ['USA', 'US'],
    ['United Kingdom', 'GB'],
    ['日本', 'JP'],
  ] as const

  test.each(WRITTEN)('%s is %s', async (country, code) => {
    const { id } = await make('/v2/customers', { type: 'customer', name: 'Ada', email: `${newCartId()}@example.com` })
    const stored = await make(`/v2/customers/${id}/addresses`, { type: 'address', name: 'Home', ...address, country })
    expect(stored.country).toBe(code)
    const cart_id = newCartId()
    expectStatus(await seller.post(`/v2/carts/${cart_id}/items`, { data: customItem(500) }), 201)
    const cart = expectStatus(await seller.put(`/v2/carts/${cart_id}`, { data: { country } }), 200)
    expect(cart.body.data.country).toBe(code)
    const bill = { ...address, postcode: 'LS1 1AA', region: 'CA', country }
    const order = await checkOut(seller, cart_id, { billing_address: bill, shipping_address: undefined })
    expect(expectStatus(order, 201).body.data.billing_address.country).toBe(code)
    const zone = { type: 'tax_zone', name: 'There', countries: [{ country }] }
    expect((await make('/v2/taxes/zones', zone)).countries).toEqual([{ country: code }])
    const option = { type: 'shipping_option', name: 'Post', code: newCartId(), costs: { USD: { amount: 5 } } }
    const { countries } = await make('/v2/shipping-options', { ...option, countries: [{ country }] })
    expect(countries).toEqual([{ country: code }])
  })

  test.each([
    ['Deutchland', /^must be a country, its code of ISO 3166-1 or its name, such as DE \(Germany\), /],
    ['XX', /^must be a country, .*, such as AX \(Åland Islands\), /],
    ['Korea', /^must be a country, .*, such as KP \(North Korea\), KR \(South Korea\), /],
    ['\uFDFA'.repeat(255), /^must be a country, .*, such as DE \(Germany\)[.]$/],
    [5, /^must be a country, .*, such as DE \(Germany\)[.]$/],
  ])('%s is rejected everywhere with the same words', async (country, words) => {
    const { id } = await make('/v2/customers', { type: 'customer', name: 'Ada', email: `${newCartId()}@example.com` })
    const cart_id = newCartId()
    expectStatus(await seller.post(`/v2/carts/${cart_id}/items`, { data: customItem(500) }), 201)
    const bill = { ...address, country }
    const zone = { type: 'tax_zone', name: 'There', countries: [{ country }] }
    for (const [member, { status, body }] of [
      ['data.country', await seller.put(`/v2/carts/${cart_id}`, { data: { country } })],
      ['data.billing_address.country', await checkOut(seller, cart_id, { billing_address: bill })],
      ['data.country', await seller.post(`/v2/customers/${id}/addresses`, { data: { name: 'Home', ...bill } })],
      ['data.countries[0].country', await seller.post('/v2/taxes/zones', { data: zone })],
    ] as const) {
      expect([status, body.errors[0].detail.slice(0, member.length)]).toEqual([422, member])
      expect(body.errors[0].detail.slice(member.length + 1)).toMatch(words)
    }
  })
})

describe('a currency', () => {
  const currency = (code: string, more = {}) => ({ data: { type: 'currency', code, format: '{price}', ...more } })

  test.each([
    ['JPY', 0],
    ['KWD', 3],
    ['CLF', 4],
    ['IQD', 3],
    ['EUR', 2],
  ])('%s has the %i decimal places of ISO 4217 by default', async (code, decimal_places) => {
    const { body } = expectStatus(await seller.post('/v2/currencies', currency(code)), 201)
    expect(body.data.decimal_places).toBe(decimal_places)
  })

  test('requires decimal places outside ISO 4217, and carts use them', async () => {
    const missing = await seller.post('/v2/currencies', currency('PTS'))
    expect([missing.status, missing.body.errors[0].detail]).toEqual([
      422,
      'data.decimal_places is required (0 to 4): ISO 4217 has no minor unit for PTS.',
    ])
    const own = { format: '{price} points', decimal_places: 0 }
    expectStatus(await seller.post('/v2/currencies', currency('PTS', own)), 201)
    const id = newCartId()
    expectStatus(await seller.put(`/v2/carts/${id}`, { data: { currency: 'PTS' } }), 200)
    expectStatus(await seller.post(`/v2/carts/${id}/items`, { data: customItem(1200) }), 201)
    const { body } = await seller.get(`/v2/carts/${id}`)
    expect(body.data.meta.display_price.without_tax).toEqual({
      amount: 1200,
      currency: 'PTS',
      formatted: '1,200 points',
    })
  })

  test.each(['EURO', 'eur', 'E1R'])('%s is rejected', async (code) => {
    expect((await seller.post('/v2/currencies', currency(code, { decimal_places: 2 }))).status).toBe(422)
  })
})

describe('times without a zone are UTC, and a date means its start', () => {
  const terms = { type: 'promotion', scope: 'cart', action: { kind: 'amount', amount: 100 }, currency: 'USD' }

  test.each([
    ['2027-11-25T10:00:00', '2027-11-25T10:00:00.000Z'],
    ['2027-11-25T10:00:00.5', '2027-11-25T10:00:00.500Z'],
    ['2027-11-25 10:00:00', '2027-11-25T10:00:00.000Z'],
    ['2027-11-25T10:00:00+02:00', '2027-11-25T08:00:00.000Z'],
    ['2027-11-25', '2027-11-25T00:00:00.000Z'],
  ])('start %s is stored as %s', async (start, shown) => {
    expect((await make('/v2/promotions', { name: 'Sale', ...terms, start, end: '2028-01-01' })).start).toBe(shown)
  })

  test.each(['2027-02-30', '2027-11-25T25:00:00', 'tomorrow', '1795600000000'])('%s is rejected', async (start) => {
    const { status, body } = await seller.post('/v2/promotions', { data: { name: 'Sale', ...terms, start } })
    expect([status, body.errors[0].source.pointer]).toEqual([422, '/data/start'])
  })
})

test('ancestors are a list starting at the root', async () => {
  const root = await make('/v2/accounts', { type: 'account', name: 'Root' })
  const middle = await make('/v2/accounts', { type: 'account', name: 'Middle', parent_id: root.id })
  const leaf = await make('/v2/accounts', { type: 'account', name: 'Leaf', parent_id: middle.id })
  expect(root.relationships.ancestors).toEqual([])
  expect(leaf.relationships).toEqual({
    parent: { data: { type: 'account', id: middle.id } },
    ancestors: [root.id, middle.id].map((id) => ({ type: 'account', id })),
  })
})

describe('stock', () => {
  const product = async (sku: string): Promise<string> =>
    (await make('/v2/products', { type: 'product', attributes: { name: sku, sku, slug: sku.toLowerCase() } })).id

  test('is returned in order for several products, and products without stock are named', async () => {
    const [one, other, untracked] = [await product('S-1'), await product('S-2'), await product('S-3')]
    await make(`/v2/inventories/${one}`, { quantity: 5 })
    await make(`/v2/inventories/${other}`, { quantity: 7 })
    const allocate = { type: 'stock-transaction', action: 'allocate', quantity: 2 }
    expectStatus(await seller.post(`/v2/inventories/${other}/transactions`, { data: allocate }), 201)
    const data = [{ id: other }, { id: untracked }, { type: 'product', id: one.toUpperCase() }]
    const { body } = expectStatus(await tenant.shopper.post('/v2/inventories/multiple', { data }), 200)
    expect(body.data).toMatchObject([
      { type: 'stock', id: other, on_hand: 7, total: 7, allocated: 2, available: 5 },
      { type: 'stock', id: one, on_hand: 5, total: 5, allocated: 0, available: 5 },
    ])
    expect(body.meta).toEqual({ not_found: [untracked] })
    expect((await seller.get(`/v2/inventories/${other}`)).body.data).toEqual(body.data[0])
    expect((await seller.get('/v2/inventories?filter=eq(total,7)')).body.data).toEqual([body.data[0]])
    const theirs = await openTenant(stage.app)
    const strange = await theirs.seller.post('/v2/inventories/multiple', { data: [{ id: one }] })
    expect(strange.body).toEqual({ data: [], meta: { not_found: [one] } })
  })

  test('cannot be read for none or more than 100 products', async () => {
    const many = Array.from({ length: 101 }, () => ({ id: crypto.randomUUID() }))
    for (const data of [[], many]) expect((await seller.post('/v2/inventories/multiple', { data })).status).toBe(422)
  })
})

describe('an export of orders', () => {
  test('contains only the orders that its filter matches if selected by job_type', async () => {
    const number = async (order_number: string) => {
      const id = newCartId()
      expectStatus(await seller.post(`/v2/carts/${id}/items`, { data: customItem(500) }), 201)
      return expectStatus(await checkOut(seller, id, { order_number }), 201).body.data.id
    }
    const [exported] = [await number('E-1'), await number('E-2')]
    const data = { type: 'job', job_type: 'order_export', filter: 'eq(order_number,E-1):ge(created_at,2026-01-01)' }
    const { body } = expectStatus(await seller.post('/v2/jobs', { data }), 202)
    expect(body.data).toMatchObject({ ...data, what: 'orders' })
    const done = await eventually(
      () => seller.get(`/v2/jobs/${body.data.id}`),
      (response) => response.body.data.status === 'complete',
    )
    expect(done.body.data.records).toBe(1)
    const file = await fetch(`${stage.app.origin}/v2/jobs/${body.data.id}/content`, {
      headers: { authorization: `Bearer ${seller.token}` },
    })
    expect(JSON.parse(await file.text()).id).toBe(exported)
  })

  test.each([
    [{ job_type: 'order-export' }, 202, undefined],
    [{ job_type: 'order_export', what: 'orders' }, 202, undefined],
    [{ what: 'products' }, 201, undefined],
    [{ job_type: 'order_export', what: 'products' }, 422, 'data.job_type must be product_export to match data.what.'],
    [{ job_type: 'order_import' }, 422, expect.stringContaining('order_export')],
    [{}, 422, expect.stringContaining('customer_export, order_export, product_export, price_export')],
    [{ job_type: 'order_export', filter: 'eq(color,red)' }, 422, expect.stringContaining('data.filter: ')],
    [{ job_type: 'order_export', filter: 'eq(' }, 422, expect.stringContaining('data.filter: ')],
  ])('%o is a %i', async (data, expected, detail) => {
    const { status, body } = await seller.post('/v2/jobs', { data })
    expect([status, body.errors?.[0].detail]).toEqual([expected, detail])
  })
})
