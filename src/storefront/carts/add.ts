import { Type } from 'typebox'
import { AppError, notFound } from '../../kernel/errors.ts'
import { type CartItem, MAX_QUANTITY } from '../../store/carts/cart.ts'
import { type CartRequest, changeCart } from '../../store/carts/change.ts'
import { findSameLine } from '../../store/carts/custom-data.ts'
import { addItems } from '../../store/carts/items/add.ts'
import { requestOf } from '../../store/carts/items/new-item.ts'
import type { PricedCart } from '../../store/carts/price.ts'
import { findOffers } from '../../store/catalog/sql/offers.ts'
import { NO_CUSTOM_DATA } from '../../store/kit/values/custom-data.ts'
import type { Work } from '../../store/kit/work.ts'
import { findCurrency } from '../../store/promotions/terms.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { preferredCurrency } from '../currency.ts'
import { conflict } from '../hypermedia/messages.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { Absence, ChangeResult, Params, ResourceState } from '../hypermedia/resource.ts'
import { absenceOf, currentParams } from '../shoppers/current-cart.ts'
import { viewOf } from '../view.ts'
import { changeCurrentCart, contextWithCart, currentCart } from './current.ts'
import { quantityField, quantityTooLarge, readQuantity } from './quantity.ts'

const form = {
  type: 'shop.carts.add-to-cart-form',
  max_age: 600,
  relations: { addtodefaultcartaction: { to: 'add to cart action' } },
  post: {
    description: 'Adds the item to the cart, or increases the quantity of its line.',
    fields: {
      quantity: quantityField(1),
      configuration: Type.Optional(Type.Object({}, { description: 'Has no effect.' })),
    },
    leads_to: 'line item',
    run: addToCart,
  },
}

export const addToCartForm: StorefrontResource = {
  ...form,
  name: 'add to cart form',
  path: '/carts/items/:scope/:item/form',
  description: 'The form that adds an item to the cart.',
  read: readForms,
}

export const addToCartAction: StorefrontResource = {
  ...form,
  name: 'add to cart action',
  path: '/carts/:scope/:cart/lineitems/items/:item_scope/:item',
  description: 'The form again, for clients that read the action before they submit it.',
  async read(context, paramsList) {
    const forms = await readForms(context, paramsList)
    return Promise.all(
      paramsList.map(async (params, index) => {
        assertSameScope(context, params)
        const state = (await absenceOf(context, params.cart ?? '')) ?? forms[index] ?? 'missing'
        if (typeof state === 'string') return state
        const { scope, item = '' } = state.params ?? {}
        return { ...state, params: { ...params, scope: context.scope, item_scope: scope ?? context.scope, item } }
      }),
    )
  },
}

async function readForms(
  context: StorefrontContext,
  paramsList: readonly Params[],
): Promise<(ResourceState | Absence)[]> {
  const ids = paramsList.map(({ item = '' }) => decodeId(item))
  const { deps, owner, shopper, now, scope } = context
  // No currency, because prices are not needed.
  const offers = await findOffers(deps.db, owner, { shopper, now, currency: '', named: { ids } })
  const offered = new Set(offers.map(({ product_id }) => product_id))
  return ids.map((id) => {
    if (!offered.has(id)) return 'missing'
    const item = encodeId(id)
    const params = { scope, cart: 'default', item_scope: scope, item }
    const links = [{ rel: 'addtodefaultcartaction', params }]
    return { params: { scope, item }, links, data: { quantity: 0, configuration: {} } }
  })
}

async function addToCart(
  context: StorefrontContext,
  params: Params,
  body: Record<string, unknown>,
): Promise<ChangeResult<StorefrontContext>> {
  assertSameScope(context, params)
  const product_id = decodeId(params.item ?? '')
  return addProductToCart(context, { cart: 'default', ...params }, { product_id, quantity: readQuantity(body, 1) })
}

type NewLine = {
  product_id: string
  quantity: number
  /** Runs before the line is added, in the same transaction. */
  before?: (work: Work) => Promise<void>
}

/**
 * Adds a product to the current cart, or to its line of the cart. Throws `not_found`, `forbidden`,
 * `item.missing.price`.
 */
export async function addProductToCart(
  context: StorefrontContext,
  params: Params,
  { product_id, quantity, before }: NewLine,
): Promise<ChangeResult<StorefrontContext>> {
  const currency = await preferredCurrency(context)
  try {
    const priced = await changeCurrentCart(context, params, async (work, cartRequest) => {
      await before?.(work)
      await openWithCurrency(currency, work, cartRequest)
      const added = requestOf([{ type: 'cart_item', id: product_id, quantity }], () => '/quantity')
      return (await addItems(work, cartRequest, added)).priced
    })
    const line = plainLine(priced, product_id)
    if (line === undefined)
      throw new Error(`The cart ${priced.cart.id} has no line for the product that was just added.`)
    const location = { ...(await currentParams(context)), lineitem: encodeId(line.id) }
    return { status: line.quantity === quantity ? 201 : 200, location, context: await contextWithCart(context, priced) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid')
      throw (await explainInvalid(context, { product_id, quantity, currency })) ?? error
    throw error
  }
}

/** The line of a product without custom data, which this API does not set. */
function plainLine({ cart }: PricedCart, product_id: string): CartItem | undefined {
  return findSameLine(cart.items, { ...NO_CUSTOM_DATA, product_id })
}

function assertSameScope({ scope }: StorefrontContext, { item_scope }: Params): void {
  if (item_scope === undefined || item_scope.toLowerCase() === scope) return
  throw new AppError('forbidden', [{ detail: `The token is for the scope ${scope}, the item belongs to another.` }])
}

/** A cart keeps its first currency while the store offers it. */
async function openWithCurrency(currency: string | null, work: Work, cartRequest: CartRequest): Promise<void> {
  if (currency === null) return
  await changeCart(work, cartRequest, (cart, view) =>
    cart.version === 0 || findCurrency(view, cart.currency) === undefined ? { ...cart, currency } : cart,
  )
}

type AddRequest = { product_id: string; quantity: number; currency: string | null }

/** The reason for an `invalid` of the store as a message of this API; null if there is no specific message. */
async function explainInvalid(
  context: StorefrontContext,
  { product_id, quantity, currency }: AddRequest,
): Promise<AppError | null> {
  const { deps, owner, shopper, now } = context
  const { priced } = await currentCart(context)
  const used = (priced.cart.version === 0 ? currency : null) ?? priced.format.currency
  if (findCurrency(await viewOf(context), used) === undefined) {
    const detail = `The store no longer offers ${used}: request another currency, or empty the cart.`
    return conflict('cart.currency.withdrawn', detail, { data: { currency: used } })
  }
  const request = { shopper, now, currency: used, named: { ids: [product_id] } }
  const [offer] = await findOffers(deps.db, owner, request)
  if (offer === undefined) return notFound('item')
  if (offer.price === null)
    return conflict('item.missing.price', `The item has no price in ${used}.`, { data: { currency: used } })
  const before = plainLine(priced, product_id)?.quantity ?? 0
  return before + quantity > MAX_QUANTITY ? quantityTooLarge(String(before + quantity)) : null
}
