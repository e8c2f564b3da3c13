import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { eventually } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { createAssortment, make, publish } from '../../support/store/catalogs.ts'
import { makeMember, makePerson } from '../../support/store/people.ts'
import { customItem, expectStatus, makeOrder, putOrder } from '../../support/store/shop.ts'

// Members that published clients of this API send.

let stage: Stage
let tenant: Awaited<ReturnType<Stage['openTenant']>>
beforeAll(async () => {
  stage = await openSharedStage()
  tenant = await stage.openTenant()
})
afterAll(() => stage.close())

const unique = (name: string) => `${name}${crypto.randomUUID().slice(0, 8)}`

test('a price modifier contains whether its amount includes tax', async () => {
  const { store, shopper } = tenant
  const { book, catalog, hierarchy, node } = await createAssortment(store, { PLAIN: 1000 })
  const at = `/v2/pricebooks/${book}/modifiers`
  const currencies = { USD: { amount: 10, includes_tax: false } }
  const attributes = { name: 'engraved', modifier_type: 'price_equals', currencies }
  const { body } = expectStatus(await store.post(at, { data: { type: 'price-modifier', attributes } }), 201)
  expect(body.data.attributes.currencies).toEqual(currencies)
  const changed = { USD: { amount: 1200, includes_tax: true } }
  const data = { type: 'price-modifier', id: body.data.id, attributes: { currencies: changed } }
  const updated = expectStatus(await store.put(`${at}/${body.data.id}`, { data }), 200).body.data.attributes
  expect(updated.currencies).toEqual(changed)
  const options = [{ name: 'text', value: 'Ada', price_modifier: 'engraved' }]
  const { id } = await make(store, '/products', 'product', { name: 'Lamp', sku: 'ENGRAVED', status: 'live', options })
  const price = { sku: 'ENGRAVED', currencies: { USD: { amount: 1000, includes_tax: false } } }
  await make(store, `/pricebooks/${book}/prices`, 'product-price', price)
  const products = `/v2/hierarchies/${hierarchy}/nodes/${node}/relationships/products`
  expectStatus(await store.post(products, { data: [{ type: 'product', id }] }), 201)
  await publish(store, catalog)
  const sold = expectStatus(await shopper.get(`/v2/catalog/products/${id}`), 200).body.data
  expect(sold.attributes.price).toEqual({ USD: { amount: 1200, includes_tax: true } })
  const tiers = { USD: { amount: 1, tiers: { many: { minimum_quantity: 5, amount: 1 } } } }
  const refused = await store.put(`${at}/${body.data.id}`, { data: { ...data, attributes: { currencies: tiers } } })
  expect([refused.status, refused.body.errors[0].detail]).toEqual([
    422,
    'data.attributes.currencies.USD.tiers is not supported. A modifier changes the tiers of a price by its amount.',
  ])
})

test('case-insensitive values are unique, and a URL may name an entry by its value', async () => {
  const { store } = tenant
  const slug = unique('wishlists')
  const api = { type: 'custom_api', name: 'Wishlists', slug, api_type: `${slug}_ext`, allow_upserts: false }
  const made = expectStatus(await store.post('/v2/settings/extensions/custom-apis', { data: api }), 201).body.data
  expect(made.allow_upserts).toBe(false)
  const fields = `/v2/settings/extensions/custom-apis/${made.id}/fields`
  const field = {
    type: 'custom_field',
    name: 'Wishlist Name',
    description: 'This field stores the name of the wishlist.',
    slug: 'name',
    field_type: 'string',
    use_as_url_slug: true,
    validation: {
      string: {
        ...{ min_length: 0, max_length: 64, regex: null, allow_null_values: false, immutable: false },
        ...{ unique: 'yes', unique_case_insensitivity: true },
      },
    },
  }
  const plain = { ...field, slug: 'other', validation: { string: { unique_case_insensitivity: true } } }
  const refused = await store.post(fields, { data: plain })
  expect([refused.status, refused.body.errors.map(({ source }: { source: object }) => source)]).toEqual([
    422,
    ['unique_case_insensitivity', 'unique', 'allow_null_values'].map((rule) => ({
      pointer: `/data/validation/string/${rule}`,
    })),
  ])
  const shown = expectStatus(await store.post(fields, { data: field }), 201).body.data
  expect(shown).toMatchObject({ use_as_url_slug: true, validation: { string: { unique_case_insensitivity: true } } })
  const second = await store.post(fields, { data: { ...field, slug: 'second' } })
  expect([second.status, second.body.errors[0].source.pointer]).toEqual([409, '/data/use_as_url_slug'])

  const entries = `/v2/extensions/${slug}`
  const type = `${slug}_ext`
  const entry = expectStatus(await store.post(entries, { data: { type, name: 'My-List' } }), 201).body.data
  expect(new URL(entry.links.self).pathname).toBe(`${entries}/My-List`)
  const again = await store.post(entries, { data: { type, name: 'my-list' } })
  expect([again.status, again.body.errors[0].source.pointer]).toEqual([409, '/data/name'])
  const unsafe = await store.post(entries, { data: { type, name: 'my/list' } })
  expect([unsafe.status, unsafe.body.errors[0].source.pointer]).toEqual([422, '/data/name'])
  for (const at of [entries, `/v2/settings/extensions/custom-apis/${made.id}/entries`])
    for (const key of ['My-List', 'my-list', entry.id])
      expect(expectStatus(await store.get(`${at}/${key}`), 200).body.data.id).toBe(entry.id)
  expectStatus(await store.get(`${entries}/other-list`), 404)
  const renamed = expectStatus(await store.put(`${entries}/my-list`, { data: { type, name: 'Ours' } }), 200).body.data
  expect([renamed.id, renamed.name]).toEqual([entry.id, 'Ours'])
  expectStatus(await store.get(`${entries}/my-list`), 404)
  expect(expectStatus(await store.delete(`${entries}/Ours`), 200).body.data).toEqual({ type, id: entry.id })
})

test('the id of an entry never leads to another entry, whatever the values in URLs', async () => {
  const { store } = tenant
  const slug = unique('lists')
  const type = `${slug}_ext`
  const api = { type: 'custom_api', name: 'Lists', slug, api_type: type }
  const made = expectStatus(await store.post('/v2/settings/extensions/custom-apis', { data: api }), 201).body.data
  const validation = { string: { unique: 'yes', unique_case_insensitivity: true, allow_null_values: false } }
  const names = { type: 'custom_field', name: 'Name', slug: 'name', field_type: 'string', use_as_url_slug: true }
  const fields = `/v2/settings/extensions/custom-apis/${made.id}/fields`
  const field = expectStatus(await store.post(fields, { data: { ...names, validation } }), 201).body.data
  const entries = `/v2/extensions/${slug}`
  const add = async (name: string) => expectStatus(await store.post(entries, { data: { type, name } }), 201).body.data
  const [first, second] = [await add('first'), await add('second')]
  for (const name of [first.id, first.id.toUpperCase(), crypto.randomUUID()]) {
    const refused = [
      await store.post(entries, { data: { type, name } }),
      await store.put(`${entries}/second`, { data: { type, name } }),
    ]
    for (const { status, body } of refused) {
      expect([status, body.errors[0].source.pointer]).toEqual([422, '/data/name'])
      expect(body.errors[0].detail).toMatch(/^data\.name must be .*, and not a UUID/)
    }
  }
  // Values that earlier rules accepted.
  const other = crypto.randomUUID()
  const third = await add('third')
  for (const [entry, value] of [
    [second, first.id],
    [third, other],
  ])
    await query(
      stage.database.db,
      `with changed as (update custom_entries set "values" = jsonb_build_object($2::text, $3::text) where id = $1)
       update custom_entry_keys set value_hash = sha256(convert_to($3, 'UTF8'))
        where custom_entry_id = $1 and custom_field_id = $2::uuid`,
      [entry.id, field.id, value],
    )
  const idAt = async (key: string) => expectStatus(await store.get(`${entries}/${key}`), 200).body.data.id
  expect([await idAt(first.id), await idAt(other)]).toEqual([first.id, third.id])
  const shown = expectStatus(await store.get(`${entries}/${second.id}`), 200).body.data
  expect(new URL(shown.links.self).pathname).toBe(`${entries}/${second.id}`)
  expect(expectStatus(await store.delete(`${entries}/${first.id}`), 200).body.data.id).toBe(first.id)
  expect(await idAt(second.id)).toBe(second.id)
})

test('a product keeps the tags of its files', async () => {
  const { store } = tenant
  const file = async () => {
    const data = { file_location: 'https://pictures.example.com/a.png' }
    return expectStatus(await store.post('/v2/files', { data }), 201).body.data.id as string
  }
  const [front, back] = [await file(), await file()]
  const { id } = await make(store, '/products', 'product', { name: 'Lamp', sku: unique('TAGGED') })
  const at = `/v2/products/${id}/relationships/files`
  const tagged = (one: string, ...tags: string[]) => ({ type: 'file', id: one, meta: { tags } })
  expectStatus(await store.post(at, { data: [tagged(front, 'front', 'hero'), { type: 'file', id: back }] }), 201)
  const shown = async () => (await store.get(`/v2/products/${id}`)).body.data.relationships.files.data
  expect(await shown()).toEqual([tagged(front, 'front', 'hero'), { type: 'file', id: back }])
  // Omitted tags stay.
  expectStatus(await store.put(at, { data: [{ type: 'file', id: front }, tagged(back, 'back')] }), 200)
  expect(await shown()).toEqual([tagged(front, 'front', 'hero'), tagged(back, 'back')])
  expectStatus(await store.call('DELETE', at, { data: [tagged(front, 'front')] }), 200)
  expectStatus(await store.post(at, { data: [{ type: 'file', id: front }] }), 201)
  expect(await shown()).toEqual([tagged(back, 'back'), { type: 'file', id: front }])
})

test('the cart settings are those of the store', async () => {
  const { store } = tenant
  const at = '/v2/settings/cart'
  const discounts = { custom_discounts_enabled: false, use_rule_promotions: false }
  const { data } = expectStatus(await store.get(at), 200).body
  expect(data).toEqual({ type: 'settings', cart_expiry_days: 7, discounts })
  expect(expectStatus(await store.put(at, { data }), 200).body.data).toEqual(data)
  const changed = { type: 'settings', cart_expiry_days: 25 }
  expect(expectStatus(await store.put(at, { data: changed }), 200).body.data).toEqual({ ...changed, discounts })
  expect((await store.get('/v2/settings')).body.data.cart_expiry_days).toBe(25)
  const others = { type: 'settings', discounts: { custom_discounts_enabled: true } }
  const refused = await store.put(at, { data: others })
  expect([refused.status, refused.body.errors[0].source.pointer]).toEqual([
    422,
    '/data/discounts/custom_discounts_enabled',
  ])
})

test('an account member may belong to as many accounts as the settings allow', async () => {
  const { store } = tenant
  const at = '/v2/settings/account-membership'
  const { data } = expectStatus(await store.get(at), 200).body
  expect(data).toEqual({ type: 'account_membership_setting', membership_limit: 10_000 })
  expect(expectStatus(await store.put(at, { data }), 200).body.data).toEqual(data)
  expectStatus(await store.put(at, { data: { ...data, membership_limit: 1 } }), 200)
  const account_member_id = await makeMember(store, await makePerson(store))
  const join = async () => {
    const { id } = expectStatus(await store.post('/v2/accounts', { data: { type: 'account', name: 'Works' } }), 201)
      .body.data
    const membership = { type: 'account_membership', account_member_id }
    return store.post(`/v2/accounts/${id}/account-memberships`, { data: membership })
  }
  expectStatus(await join(), 201)
  const refused = expectStatus(await join(), 409)
  expect(refused.body.errors[0].detail).toBe(
    'An account member has at most 1 account memberships. Delete one, or raise `membership_limit` in the settings.',
  )
  expectStatus(await store.put(at, { data }), 200)
  expectStatus(await join(), 201)
})

test('a payment stores what the client notes about its method', async () => {
  const { store } = tenant
  const { id } = await makeOrder(store, 1000)
  const paymentmethod_meta = { custom_reference: 'gift-card-7', name: 'Gift card' }
  const data = { gateway: 'manual', method: 'authorize', paymentmethod_meta }
  expectStatus(await store.put('/v2/gateways/manual', { data: { enabled: true } }), 200)
  const { body } = expectStatus(await store.post(`/v2/orders/${id}/payments`, { data }), 201)
  expect(body.data.paymentmethod_meta).toEqual(paymentmethod_meta)
  const [listed] = (await store.get(`/v2/orders/${id}/transactions`)).body.data
  expect(listed.paymentmethod_meta).toEqual(paymentmethod_meta)
})

test.each([
  ['payment', 'tok_1'],
  ['data', { payment_method_types: ['card'] }],
  ['payment_method_types', ['card']],
  ['meta', { payment_method_types: ['card'] }],
])('a payment with %s is rejected because only a payment provider accepts it', async (member, value) => {
  const { store } = tenant
  const { id } = await makeOrder(store, 1000)
  const data = { gateway: 'manual', method: 'purchase', [member]: value }
  const { status, body } = await store.post(`/v2/orders/${id}/payments`, { data })
  expect([status, body.errors]).toMatchObject([422, [{ source: { pointer: `/data/${member}` } }]])
  expect(body.errors[0].detail).toBe(
    `data.${member} is not supported. Only a payment provider takes it: record the result of the provider with the gateway \`manual\`.`,
  )
})

test('notes of a client about the method of a payment are erased with the order', async () => {
  const { store } = tenant
  const { id } = await makeOrder(store, 1000)
  const transactions = `/v2/orders/${id}/transactions`
  const data = { gateway: 'manual', method: 'authorize', paymentmethod_meta: { name: 'Card of Ada Marsh' } }
  const { body } = expectStatus(await store.post(`/v2/orders/${id}/payments`, { data }), 201)
  expectStatus(await store.post(`${transactions}/${body.data.id}/cancel`, {}), 200)
  expectStatus(await putOrder(store, id, { status: 'cancelled' }), 200)
  expectStatus(await store.post('/v2/orders/anonymize', { data: { order_ids: [id] } }), 200)
  const erased = expectStatus(await store.get(transactions), 200).body.data
  expect(erased.map((one: { paymentmethod_meta: object }) => one.paymentmethod_meta)).toEqual([{}])
})

test('shopper attributes of nodes are in the catalog, and admin attributes are not', async () => {
  const { store, shopper } = await stage.tenant()
  const texts = { admin_attributes: { margin: 'high' }, shopper_attributes: { season: 'winter', badge: null } }
  const { hierarchy, node, catalog } = await createAssortment(store, {})
  const at = `/v2/hierarchies/${hierarchy}`
  for (const [path, type] of [
    [at, 'hierarchy'],
    [`${at}/nodes/${node}`, 'node'],
  ] as const) {
    const data = { type, id: path.split('/').at(-1), attributes: texts }
    expect(expectStatus(await store.put(path, { data }), 200).body.data.attributes).toMatchObject(texts)
  }
  const release = await publish(store, catalog)
  for (const path of [`hierarchies/${hierarchy}`, `nodes/${node}`]) {
    const { data } = expectStatus(await store.get(`/v2/catalogs/${catalog}/releases/${release.id}/${path}`), 200).body
    expect(data.attributes).toMatchObject({ shopper_attributes: texts.shopper_attributes })
    expect(data.attributes).not.toHaveProperty('admin_attributes')
  }
  expectStatus(await store.put(at, { data: { type: 'hierarchy', attributes: { shopper_attributes: {} } } }), 200)
  const { body } = expectStatus(await store.post(`${at}/duplicate`, { data: { attributes: { name: 'Copy' } } }), 201)
  expect(body.data.attributes).toMatchObject({ admin_attributes: texts.admin_attributes, shopper_attributes: {} })
  const shown = expectStatus(await shopper.get(`/v2/catalog/nodes/${node}`), 200).body.data.attributes
  expect(shown).toMatchObject({ shopper_attributes: texts.shopper_attributes })
  expect(shown).not.toHaveProperty('admin_attributes')
})

test('a line with another address is rejected, since orders ship to one address', async () => {
  const { shopper } = tenant
  const data = { ...customItem(500), shipping_group_id: '0199f3a0-7c00-7000-8000-0000000000ab' }
  const refused = await shopper.post('/v2/carts/grouped/items', { data })
  expect([refused.status, refused.body.errors[0].detail]).toEqual([
    422,
    'data.shipping_group_id is not supported. An order has one shipping address: make a cart for each.',
  ])
})

test('realms, products, hierarchies and nodes also have times in meta, and jobs a start time', async () => {
  const { store } = tenant
  const { hierarchy, node } = await createAssortment(store, {})
  const { id: product } = await make(store, '/products', 'product', { name: 'Lamp', sku: unique('TIMES') })
  const realm = { type: 'authentication_realm', name: 'Buyers' }
  const { id } = expectStatus(await store.post('/v2/authentication-realms', { data: realm }), 201).body.data
  const paths = [`/authentication-realms/${id}`, `/products/${product}`, `/hierarchies/${hierarchy}`]
  for (const path of [...paths, `/hierarchies/${hierarchy}/nodes/${node}`]) {
    const { meta } = expectStatus(await store.get(`/v2${path}`), 200).body.data
    expect(meta, path).toMatchObject(meta.timestamps)
  }
  const copied = expectStatus(await store.post(`/v2/hierarchies/${hierarchy}/duplicate_job`, {}), [201, 202]).body.data
  expect(copied.attributes).toMatchObject({ started_at: expect.any(String), completed_at: expect.any(String) })
  const job = expectStatus(await store.post('/v2/jobs', { data: { what: 'products' } }), [201, 202]).body.data
  const read = async () => {
    return expectStatus(await store.get(`/v2/jobs/${job.id}`), 200).body.data.attributes
  }
  const done = await eventually(read, ({ status }) => status === 'success')
  expect(Date.parse(done.started_at)).toBeLessThanOrEqual(Date.parse(done.completed_at))
})

test('a one-time password can be requested with or without data', async () => {
  const { store, shopper } = tenant
  const { request, username } = await makePerson(store)
  const body = { type: 'one_time_password_token_request', username, purpose: 'reset_password' }
  for (const sent of [body, { data: body }]) expectStatus(await shopper.post(request, sent), 202)
})
