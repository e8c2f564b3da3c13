import type { Client } from '../app.ts'
import { makeOne, samples } from './resource-samples.ts'
import { expectStatus } from './shop.ts'
import { makeVariation, ofVariations } from './variations.ts'

/** Fills a store with records of every kind, with every kind of reference between them. */
export async function fillStore(origin: string, seller: Client): Promise<void> {
  for (const { resource } of samples) await makeOne(seller, resource)
  const shop = sellerOf(seller)
  const files = await addFiles(origin, seller, shop)
  const ids = await addCatalog(seller, shop, files)
  await addPeople(shop, ids)
  await addPromotions(shop, ids)
  await addExtensions(shop, ids)
  await setUp(seller, shop)
}

type Attributes = Record<string, unknown>
type Shop = ReturnType<typeof sellerOf>
type Ids = { product: string; node: string; catalog: string }

/** Creates records with attributes in an `attributes` member or beside `type`. */
function sellerOf(seller: Client) {
  const create = async (path: string, data: Attributes): Promise<string> => {
    const { status, body } = await seller.post(`/v2${path}`, { data })
    if (status !== 201) throw new Error(`Nothing was created at ${path}: ${status} ${JSON.stringify(body)}`)
    return body.data.id ?? ''
  }
  return {
    flat: (path: string, type: string, attributes: Attributes) => create(path, { type, ...attributes }),
    nested: (path: string, type: string, attributes: Attributes, relationships?: Attributes) =>
      create(path, { type, attributes, ...(relationships && { relationships }) }),
  }
}

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function addFiles(origin: string, { token }: Client, { flat }: Shop): Promise<string[]> {
  const pictures: string[] = []
  for (const [name, more] of [
    ['lamp.png', { alternative_text: 'A lamp', public: 'true' }],
    ['lamp.png', {}],
    ['manual.txt', {}],
  ] as const) {
    const form = new FormData()
    for (const [field, text] of Object.entries(more)) form.set(field, text)
    const bytes = name.endsWith('png') ? Buffer.from(PICTURE, 'base64') : Buffer.from('Plug it in.\n')
    form.set('file', new Blob([bytes]), name)
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${origin}/v2/files`, { method: 'POST', headers, body: form })
    pictures.push(((await response.json()) as { data: { id: string } }).data.id)
  }
  const file_location = 'https://files.example.com/lamp.jpg'
  pictures.push(await flat('/files', 'file', { file_location, mime_type: 'image/jpeg' }))
  return pictures
}

async function addCatalog(seller: Client, { flat, nested }: Shop, files: string[]): Promise<Ids> {
  const tax_class_id = await flat('/taxes/classes', 'tax_class', { name: 'Lamps', code: 'lamps', default: true })
  const size = await makeVariation(seller, 'Size', { Small: [{ type: 'sku_append', value: '-S' }], Large: [] })
  const color = await makeVariation(seller, 'Color', { Oak: [{ type: 'sku_append', value: '-O' }], Ash: [] })
  const related = { files: { data: files.slice(1).map((id) => ({ type: 'file', id })) } }
  const product = await nested(
    '/products',
    'product',
    { sku: 'ZETA', name: 'Zeta', main_image_file_id: files[0], tax_class_id, status: 'live' },
    related,
  )
  // Refers to a product with a later SKU.
  await nested('/products', 'product', { sku: 'ALPHA', name: 'Alpha', extensions: { goes_with: [product] } })
  const build_rules = { default: 'include', exclude: [[size.of('Large'), color.of('Ash')]] }
  const variations = { variations: { data: ofVariations(color.id, size.id) } }
  const parent = await nested(
    '/products',
    'product',
    { sku: 'LAMP', name: 'Lamp', slug: 'lamp', build_rules },
    variations,
  )
  expectStatus(await seller.post(`/v2/products/${parent}/build`), 201)
  const children = (await seller.get(`/v2/products/${parent}/children?sort=sku`)).body.data as { id: string }[]
  const [child] = children
  const attributes = { status: 'live', name: 'Lamp for desks', sku: 'OTHER-SKU' }
  expectStatus(await seller.put(`/v2/products/${child?.id}`, { data: { type: 'product', attributes } }), 200)
  const hierarchy = await nested('/hierarchies', 'hierarchy', { name: 'Home' })
  const nodes = `/hierarchies/${hierarchy}/nodes`
  const below = await nested(nodes, 'node', { name: 'Accessories' })
  const node = await nested(nodes, 'node', { name: 'Lamps' })
  await nested(nodes, 'node', { name: 'Accessories', parent_id: node })
  // Moves the node below a newer one.
  expectStatus(
    await seller.put(`/v2${nodes}/${below}`, { data: { type: 'node', attributes: { parent_id: node } } }),
    200,
  )
  const placed = [product, ...children.map(({ id }) => id)].map((id) => ({ type: 'product', id }))
  expectStatus(await seller.post(`/v2${nodes}/${node}/relationships/products`, { data: placed }), 201)
  const book = await nested('/pricebooks', 'pricebook', { name: 'Retail' })
  for (const valid_from of [null, '2026-01-01T00:00:00.000Z'])
    await nested(`/pricebooks/${book}/prices`, 'product-price', {
      sku: 'ZETA',
      currencies: { USD: { amount: 4900, tiers: { dozen: { minimum_quantity: 12, amount: 4000 } } } },
      valid_from,
    })
  for (const id of [product, child?.id])
    expectStatus(await seller.post(`/v2/inventories/${id}`, { data: { type: 'stock', quantity: 7 } }), 201)
  const catalog = await nested('/catalogs', 'catalog', { name: 'Shop', hierarchy_ids: [hierarchy], pricebook_id: book })
  return { product, node, catalog }
}

async function addPeople({ flat, nested }: Shop, { catalog }: Ids): Promise<void> {
  const customer = await flat('/customers', 'customer', {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'a long secret',
  })
  for (const name of ['Home', 'Home', 'Work'])
    await flat(`/customers/${customer}/addresses`, 'address', { name, line_1: '41 Juniper Street', country: 'US' })
  const group = await flat('/accounts', 'account', { name: 'Zebra Group' })
  const account = await flat('/accounts', 'account', { name: 'Apple Shop', parent_id: group })
  const member = await flat('/account-members', 'account_member', { name: 'Ben', email: 'ben@example.com' })
  const role = { account_member_id: member, role: 'buyer' }
  await flat(`/accounts/${account}/account-memberships`, 'account_membership', role)
  await nested('/catalogs/rules', 'catalog_rule', {
    name: 'Trade',
    catalog_id: catalog,
    customers: [customer],
    accounts: [account],
  })
  const realm = await flat('/authentication-realms', 'authentication_realm', { name: 'Resellers' })
  const inRealm = `/authentication-realms/${realm}`
  const password_profile_id = await flat(`${inRealm}/password-profiles`, 'password_profile', { name: 'Passwords' })
  const user = await flat(`${inRealm}/user-authentication-info`, 'user_authentication_info', {
    name: 'Cy',
    email: 'cy@example.com',
  })
  await flat(
    `${inRealm}/user-authentication-info/${user}/user-authentication-password-profile-info`,
    'user_authentication_password_profile_info',
    { password_profile_id, username: 'cy', password: 'another long secret' },
  )
}

async function addPromotions({ flat }: Shop, { product, node }: Ids): Promise<void> {
  const costs = { USD: { amount: 500 } }
  const shipping = await flat('/shipping-options', 'shipping_option', { name: 'Post', code: 'post', costs })
  await flat('/promotions', 'promotion', {
    name: 'Free post',
    scope: 'shipping',
    shipping_option_ids: [shipping],
    action: { kind: 'percent', ppm: 1_000_000 },
  })
  const promotion = await flat('/promotions', 'promotion', {
    name: 'Lamps',
    trigger: 'coupon',
    scope: 'line_total',
    target: { products: [product] },
    when: { kind: 'not', of: { kind: 'quantity', of: { categories: [node] }, minimum: 3 } },
    action: { kind: 'percent', ppm: 100_000 },
  })
  await flat(`/promotions/${promotion}/coupons`, 'coupon', { code: 'LAMPS10' })
  await flat(`/promotions/${promotion}/coupon-batches`, 'coupon-batch', { size: 3, prefix: 'L-', max_uses: 1 })
}

async function addExtensions({ flat }: Shop, { product }: Ids): Promise<void> {
  const apis = '/settings/extensions/custom-apis'
  const api = await flat(apis, 'custom_api', { name: 'Notes', slug: 'notes', api_type: 'notes_ext' })
  for (const [slug, validation] of [
    ['about', {}],
    ['note', { string: { allow_null_values: false } }],
  ] as const)
    await flat(`${apis}/${api}/fields`, 'custom_field', { name: slug, slug, field_type: 'string', validation })
  await flat(`${apis}/${api}/entries`, 'notes_ext', { about: product, note: 'Oak' })
  for (let count = 0; count < 2; count++) await flat(`${apis}/${api}/entries`, 'notes_ext', { about: 'Same' })
}

const HOOK = { integration_type: 'webhook', observes: ['order.*'], enabled: true }

async function setUp(seller: Client, { flat }: Shop): Promise<void> {
  const put = async (path: string, type: string, attributes: Attributes, status = 200) =>
    expectStatus(await seller.put(`/v2${path}`, { data: { type, ...attributes } }), status)
  await put('/events/types/shop.opened', 'event-type', { description: 'Opened.', sample: { data: { id: '1' } } }, 201)
  await put('/gateways/manual', 'gateway', { enabled: true, credentials: { key: 'secret of the gateway' } })
  await put('/settings/account-authentication', 'account_authentication_settings', {
    auto_create_account_for_account_members: true,
  })
  await put('/settings', 'settings', { address_mandatory_fields: ['postcode'], page_length: 3 })
  for (const name of ['Books', 'Warehouse', 'Warehouse'])
    await flat('/integrations', 'integration', {
      ...HOOK,
      name,
      configuration: {
        url: `https://${name.toLowerCase()}.example.com/`,
        secret_key: 'secret of the webhook',
        headers: { 'x-key': 'secret of the header' },
        authentication: { type: 'bearer', token: 'secret of the bearer' },
      },
    })
  await flat('/integrations', 'integration', {
    ...HOOK,
    name: 'Queue',
    integration_type: 'cloud_sqs',
    configuration: {
      url: 'https://sqs.us-east-1.amazonaws.com/123456789012/orders',
      region: 'us-east-1',
      access_key_id: 'secret of the key',
      secret_access_key: 'secret of the queue',
    },
  })
}
