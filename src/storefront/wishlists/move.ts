import { notFound } from '../../kernel/errors.ts'
import { updateItem } from '../../store/carts/items/items.ts'
import type { Work } from '../../store/kit/work.ts'
import { addProductToCart } from '../carts/add.ts'
import { changeCurrentCart, currentCart, lineIdOf, lineReader } from '../carts/current.ts'
import { isMovable } from '../carts/lines.ts'
import { quantityField, readQuantity } from '../carts/quantity.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { conflict } from '../hypermedia/messages.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import type { ChangeResult, Params } from '../hypermedia/resource.ts'
import { assertCurrent } from '../shoppers/current-cart.ts'
import { addProduct } from './add.ts'
import { productIdOf, wishlistLineParams } from './line-items.ts'
import { deleteLine } from './sql/lines.ts'
import { assertOwnWishlist, visibleLines, wishlistKey, wishlistReader } from './wishlist.ts'

export const moveToCartForm: StorefrontResource = {
  name: 'move to cart form',
  type: 'shop.wishlists.move-to-cart-form',
  path: '/wishlists/:scope/:wishlist/lineitems/:lineitem/form',
  max_age: 0,
  description: 'The form that moves a line of the wishlist to the cart.',
  relations: { movetocartaction: { to: 'move to cart form' } },
  read: wishlistReader(async ({ context, requested }) => {
    const product_id = productIdOf(requested)
    if (!(await visibleLines(context)).has(product_id)) return 'missing'
    const params = wishlistLineParams(context, product_id)
    return { params, links: [{ rel: 'movetocartaction', params }], data: { quantity: 0 } }
  }),
  post: {
    description: 'Adds the item to the cart, as the form of the item does, and removes the line from the wishlist.',
    fields: { quantity: quantityField(1) },
    leads_to: 'line item',
    run: moveToCart,
  },
}

async function moveToCart(
  context: StorefrontContext,
  params: Params,
  body: Record<string, unknown>,
): Promise<ChangeResult<StorefrontContext>> {
  assertOwnWishlist(context, params)
  const product_id = productIdOf(params)
  // Runs first, so that the second of two concurrent moves waits for it and then finds no line.
  const before = async ({ tx }: Work) => {
    if (!(await deleteLine(tx, wishlistKey(context), product_id))) throw notFound('wishlist line item')
  }
  return addProductToCart(context, { cart: 'default' }, { product_id, quantity: readQuantity(body, 1), before })
}

export const moveToWishlistForm: StorefrontResource = {
  name: 'move to wishlist form',
  type: 'shop.carts.move-to-wishlist-form',
  path: '/carts/:scope/:cart/lineitems/:lineitem/form',
  max_age: 0,
  description: 'The form that moves a line of the cart to the wishlist. It has no fields.',
  relations: { movetowishlistaction: { to: 'move to wishlist form' } },
  read: lineReader((line, { params }) =>
    isMovable(line)
      ? { links: [{ rel: 'movetowishlistaction', params: { ...params, lineitem: encodeId(line.id) } }] }
      : 'missing',
  ),
  post: {
    description: 'Adds the item to the wishlist, unless it has a line already, and removes the line from the cart.',
    leads_to: 'wishlist line item',
    run: moveToWishlist,
  },
}

async function moveToWishlist(context: StorefrontContext, params: Params): Promise<ChangeResult> {
  await assertCurrent(context, params, 'cart')
  const line = (await currentCart(context)).lines.get(lineIdOf(params))
  if (line === undefined) throw notFound('line item')
  const { id, product_id } = line
  if (product_id === null || !isMovable(line)) throw notMovable()
  return changeCurrentCart(context, params, async (work, cartRequest) => {
    const added = await addProduct(work, context, product_id)
    await updateItem(work, cartRequest, id, { quantity: 0 })
    return added
  })
}

function notMovable() {
  const text = 'Only a line that the shopper added, of an item that is for sale and without custom data, can be moved.'
  return conflict('cart.item.not.movable', text)
}
