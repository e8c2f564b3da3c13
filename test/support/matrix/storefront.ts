import { decodeId, encodeId } from '../../../src/storefront/hypermedia/opaque-id.ts'
import { expectStatus } from '../store/shop.ts'
import { addItem, inCart, type Store as Shop } from '../storefront/carts.ts'
import { clientWith, hrefs, type StorefrontClient, tokenFor } from '../storefront/hypermedia.ts'
import { ADA, submit } from '../storefront/orders.ts'
import { wish } from '../storefront/wishlists.ts'
import { neverOf } from './attempt.ts'
import type { Person, Population } from './population.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever a resource holds
type Json = any

export type Kind = { name: string; path: string; methods: readonly string[]; fields: Record<string, string> }

/** An address of a customer's own resource of each kind. */
export type Addresses = { kinds: readonly Kind[]; paths: ReadonlyMap<string, string>; token: string }

/** Logs the customer in, buys, fills another cart, and walks from the root until every parameter has a value. */
export async function walkStorefront(origin: string, population: Population, scope: string): Promise<Addresses> {
  const { tenant, sold } = population
  const token = await storefrontToken(origin, scope, population.customer)
  const client = clientWith(origin, token)
  const store: Store = {
    scope,
    origin,
    seller: tenant.seller,
    buyer: tenant.shopper,
    skus: sold.skus,
    catalog: sold.catalog_id,
    email: population.customer.email,
  }
  await shop(store, client, sold.coupon)
  const response = await client.get(`${origin}/storefront/graph`)
  const kinds = (response.body.resources as Json[]).map(({ fields = {}, ...kind }) => ({ ...kind, fields })) as Kind[]
  return { kinds, paths: await pathsOf(client, origin, kinds), token }
}

export async function storefrontToken(origin: string, scope: string, { email, password }: Person): Promise<string> {
  const fields = { role: 'REGISTERED', scope, username: email, password }
  return expectStatus((await tokenFor(origin, fields)) as never, 200).body.access_token
}

type Store = Shop & { email: string }

/** Buys a lamp and puts another into the next cart, with everything that an order needs. */
async function shop(store: Store, client: StorefrontClient, coupon: string): Promise<void> {
  await fillOrder(store, client, coupon)
  const [form] = await inCart(client, 'order:purchaseform')
  if (hrefs(form, 'submitorderaction').length === 0)
    throw new Error(`Nothing to submit: ${JSON.stringify(form.messages)}`)
  expectStatus((await submit(client)) as never, 201)
  await fillOrder(store, client, coupon)
  await wish(store, client, 'LAMP')
}

async function fillOrder(store: Store, client: StorefrontClient, coupon: string): Promise<void> {
  await addItem(store, client, { sku: 'LAMP' }, { quantity: 1 })
  const forms: [string, string, object][] = [
    ['order:emailinfo:emailform', 'createemailaction', { email: store.email }],
    ['order:billingaddressinfo:addressform', 'createaddressaction', ADA],
    ['order:couponinfo:couponform', 'applycouponaction', { code: coupon }],
    ['order:paymentmethodinfo:paymenttokenform', 'createpaymenttokenaction', CARD],
  ]
  for (const [path, action, body] of forms) {
    // Values entered earlier are kept, and their form is gone.
    const [form] = await inCart(client, path)
    const [href] = form === undefined ? [] : hrefs(form, action)
    const response = href === undefined ? null : await client.send('POST', href, body)
    if (response !== null && response.status >= 300) throw new Error(`${action}: ${JSON.stringify(response.body)}`)
  }
  const delivery = 'order:deliveries:element'
  for (const info of ['order:billingaddressinfo', `${delivery}:destinationinfo`, `${delivery}:shippingoptioninfo`]) {
    const [chosen] = await inCart(client, `${info}:selector:chosen`)
    const [choice] = await inCart(client, `${info}:selector:choice`)
    if (chosen === undefined && choice !== undefined) await client.send('POST', hrefs(choice, 'selectaction')[0] ?? '')
  }
}

const CARD = { 'display-name': 'Visa 4242', token: 'sandbox' }

/**
 * Kinds that the walk does not reach: it sends no search and no registration, and the shop has no options and no second
 * page.
 */
const NOT_MET = new Set([
  ...['root', 'search result', 'search result page', 'batch of items', 'items of a node page', 'purchases page'],
  ...['items bought together page', 'items of the same node page'],
  ...['item options', 'item option', 'item option value', 'item option selector', 'item option choice', 'price range'],
  ...['purchase line options', 'purchase line option', 'purchase line option value', 'registration form'],
  ...['search sortings', 'search sorting', 'search facets', 'search facet', 'search facet value'],
  'purchase form',
])

const UNMET: Record<string, string> = {
  option: encodeId('shade'),
  value: encodeId('linen'),
  search: encodeId('lamp'),
  sorting: 'newest',
  facet: encodeId('nodes'),
  batch: encodeId('LAMP'),
  page: '1',
}
const MAX_READ = 250

async function pathsOf(client: StorefrontClient, origin: string, kinds: readonly Kind[]): Promise<Map<string, string>> {
  const values = new Map(Object.entries(UNMET))
  const paths = new Map<string, string>()
  const waiting = [`${origin}/storefront`]
  const met = new Set(waiting)
  for (let read = 0; read < MAX_READ && waiting.length > 0; read += 1) {
    const { status, body } = await client.get(waiting.shift() ?? '')
    if (status !== 200) continue
    for (const { href } of body.links as { href: string }[]) {
      const path = new URL(href).pathname
      const kind = kindAt(kinds, path)
      if (kind === undefined || met.has(href)) continue
      met.add(href)
      learn(values, kind, path)
      if (paths.has(kind.name)) continue
      paths.set(kind.name, path)
      if (kind.methods.includes('GET')) waiting.push(href)
    }
  }
  for (const kind of kinds) paths.set(kind.name, paths.get(kind.name) ?? filled(kind, values))
  return paths
}

function kindAt(kinds: readonly Kind[], path: string): Kind | undefined {
  const [found] = kinds
    .filter((kind) => patternOf(kind).test(path))
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length)
  return found
}

function patternOf({ path }: Kind): RegExp {
  return new RegExp(`^/storefront${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
}

function learn(values: Map<string, string>, kind: Kind, path: string): void {
  const [, ...found] = patternOf(kind).exec(path) ?? []
  for (const [index, [, name = '']] of [...kind.path.matchAll(/\{(\w+)\}/g)].entries())
    if (!values.has(name)) values.set(name, found[index] ?? '')
}

function filled(kind: Kind, values: ReadonlyMap<string, string>): string {
  if (!NOT_MET.has(kind.name)) throw new Error(`The walk does not reach the storefront's ${kind.name}.`)
  const path = kind.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name)
    if (value === undefined) throw new Error(`No value for {${name}} of the storefront's ${kind.name}.`)
    return value
  })
  return `/storefront${path}`
}

const OPAQUE = /(?<=\/)[a-z2-7]{8,}=(?=\/|$)/g

/** Replaces foreign ids in a path with unknown ids, and scopes with unknown scopes. */
export function unknownPath(path: string, isForeign: (id: string) => boolean, scopes: Record<string, string>): string {
  const named = path.replaceAll(OPAQUE, (id) => {
    const decoded = decodeId(id)
    const uuid = UUID.exec(decoded)?.[0]
    return uuid !== undefined && isForeign(uuid) ? encodeId(decoded.replace(uuid, neverOf(uuid))) : id
  })
  return named
    .split('/')
    .map((step) => scopes[step] ?? step)
    .join('/')
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/

/** Decodes the opaque ids in a text and appends their contents. */
export function withDecodedIds(text: string): string {
  const decoded = [...text.matchAll(/(?<=[/"])[a-z2-7]{8,}=(?=[/"?]|$)/gm)].map(([id]) => {
    try {
      return decodeId(id)
    } catch {
      return ''
    }
  })
  return [text, ...decoded].join('\n')
}

/** A typical body for a form. */
export function bodyFor({ fields }: Kind): Record<string, unknown> {
  const sample: Record<string, unknown> = { string: 'text', integer: 1, 'string[]': ['text'], object: {} }
  return Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, sample[type] ?? 'text']))
}
