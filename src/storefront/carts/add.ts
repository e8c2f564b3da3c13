import { AppError, notFound } from '../../kernel/errors.ts'
import { MOST_QUANTITY } from '../../store/carts/cart.ts'
import { type CartRequest, changeCart } from '../../store/carts/change.ts'
import { addItems } from '../../store/carts/items/items.ts'
import { findOffers } from '../../store/catalog/offers.ts'
import type { Work } from '../../store/kit/work.ts'
import { preferredCurrency } from '../currency.ts'
import { Refusal } from '../hypermedia/messages.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Absent, Body, Fields, Outcome, Params, Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { changeAt, currentCart, currentParams, whyAbsent, withCart } from './current.ts'
import { quantityIn, tooMany } from './quantity.ts'

const fields: Fields = { quantity: 'integer', configuration: 'object' }
const relations = { addtodefaultcartaction: 'add to cart action' }
const form = { type: 'shop.carts.add-to-cart-form', max_age: 600, relations, fields }

export const addToCartForm: Resource<Shop> = {
  ...form,
  name: 'add to cart form',
  path: '/carts/items/:scope/:item/form',
  read: readForms,
  post: add,
}

/** What the form is sent to. It answers as the form does, for clients that read it first. */
export const addToCartAction: Resource<Shop> = {
  ...form,
  name: 'add to cart action',
  path: '/carts/:scope/:cart/lineitems/items/:item_scope/:item',
  async read(shop, addresses) {
    const forms = await readForms(shop, addresses)
    return Promise.all(
      addresses.map(async (params, index) => {
        refuseOtherScope(shop, params)
        const body = (await whyAbsent(shop, params.cart ?? '')) ?? forms[index] ?? 'missing'
        if (typeof body === 'string') return body
        const { scope, item = '' } = body.params ?? {}
        return { ...body, params: { ...params, scope: shop.scope, item_scope: scope ?? shop.scope, item } }
      }),
    )
  },
  post: add,
}

async function readForms(shop: Shop, addresses: readonly Params[]): Promise<(Body | Absent)[]> {
  const ids = addresses.map(({ item = '' }) => readOpaque(item))
  const { deps, owner, shopper, now, scope } = shop
  // What it costs is not asked.
  const offers = await findOffers(deps.db, owner, { shopper, now, currency: '', named: { ids } })
  const offered = new Set(offers.map(({ product_id }) => product_id))
  return ids.map((id) => {
    if (!offered.has(id)) return 'missing'
    const item = opaque(id)
    const params = { scope, cart: 'default', item_scope: scope, item }
    const links = [{ rel: 'addtodefaultcartaction', params }]
    return { params: { scope, item }, links, data: { quantity: 0, configuration: {} } }
  })
}

/** More of what is in the cart already joins its line. */
async function add(shop: Shop, params: Params, body: Record<string, unknown>): Promise<Outcome<Shop>> {
  refuseOtherScope(shop, params)
  const product_id = readOpaque(params.item ?? '')
  const quantity = quantityIn(body, 1)
  const currency = await preferredCurrency(shop)
  try {
    const priced = await orAgain(() =>
      changeAt(shop, { cart: 'default', ...params }, async (work, cartRequest) => {
        await openIn(currency, work, cartRequest)
        return addItems(work, cartRequest, [{ type: 'cart_item', id: product_id, quantity }], () => '/quantity')
      }),
    )
    const line = priced.cart.items.find((item) => item.product_id === product_id)
    if (line === undefined) throw new Error(`The cart ${priced.cart.id} has no line of what was just added.`)
    const at = { name: 'line item', params: { ...(await currentParams(shop)), lineitem: opaque(line.id) } }
    return { status: line.quantity === quantity ? 201 : 200, at, context: await withCart(shop, priced) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid')
      throw (await whyNotAdded(shop, { product_id, quantity, currency })) ?? error
    throw error
  }
}

/** Two who open a cart at once: one is refused, and finds it open the next time. */
async function orAgain<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return run()
    throw error
  }
}

function refuseOtherScope({ scope }: Shop, { item_scope }: Params): void {
  if (item_scope === undefined || item_scope.toLowerCase() === scope) return
  throw new AppError('forbidden', [{ detail: `The token is for the scope ${scope}, the item is of another.` }])
}

/** A cart keeps the currency in which it was opened. */
async function openIn(currency: string | null, work: Work, cartRequest: CartRequest): Promise<void> {
  if (currency === null) return
  await changeCart(work, cartRequest, (cart) => (cart.version === 0 ? { ...cart, currency } : cart))
}

type Asked = { product_id: string; quantity: number; currency: string | null }

/** Why the store has refused it, in this API's words; null when there are none. */
async function whyNotAdded(shop: Shop, { product_id, quantity, currency }: Asked): Promise<AppError | null> {
  const { deps, owner, shopper, now } = shop
  const { priced } = await currentCart(shop)
  const used = (priced.cart.version === 0 ? currency : null) ?? priced.format.currency
  const request = { shopper, now, currency: used, named: { ids: [product_id] } }
  const [offer] = await findOffers(deps.db, owner, request)
  if (offer === undefined) return notFound('item')
  if (offer.price === null) {
    const text = `The item has no price in ${used}.`
    const message = {
      type: 'error',
      id: 'item.missing.price',
      'debug-message': text,
      data: { currency: used },
    } as const
    return new Refusal('conflict', [message])
  }
  const before = priced.cart.items.find((item) => item.product_id === product_id)?.quantity ?? 0
  return before + quantity > MOST_QUANTITY ? tooMany(String(before + quantity)) : null
}
