import { newId } from '../../db/new-id.ts'
import { notFound } from '../../kernel/errors.ts'
import { change, type Work } from '../../store/kit/work.ts'
import { productReader } from '../catalog/item-parts.ts'
import { itemParams, productsFor } from '../catalog/products.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { conflict } from '../hypermedia/messages.ts'
import type { ChangeResult, Params } from '../hypermedia/resource.ts'
import { renewShopper, shopperIdOf } from '../shoppers/sql/checkout-details.ts'
import { wishlistLineParams } from './line-items.ts'
import { insertLine, MAX_LINES } from './sql/lines.ts'
import { wishlistKey, wishlistParams } from './wishlist.ts'

export const addToWishlistForm: StorefrontResource = {
  name: 'add to wishlist form',
  type: 'shop.wishlists.add-to-wishlist-form',
  path: '/wishlists/items/:scope/:item/form',
  max_age: 600,
  description: 'The form that adds an item to the wishlist. It has no fields.',
  relations: { addtodefaultwishlistaction: { to: 'add to wishlist form' } },
  read: productReader((context, { id }) => ({
    links: [{ rel: 'addtodefaultwishlistaction', params: itemParams(context, id) }],
  })),
  post: {
    description: 'Adds the item to the wishlist, unless it has a line already.',
    leads_to: 'wishlist line item',
    run: addToWishlist,
  },
}

async function addToWishlist(context: StorefrontContext, { item = '' }: Params): Promise<ChangeResult> {
  const [product = null] = await productsFor(context, [{ item }])
  if (product === null) throw notFound('item')
  return change(context.deps, context.owner, (work) => addProduct(work, context, product.id))
}

/** Adds a line unless the product has one. Throws `wishlist.full`. */
export async function addProduct(work: Work, context: StorefrontContext, product_id: string): Promise<ChangeResult> {
  await renewShopper(work, context.owner.store_id, shopperIdOf(context.caller))
  const insertion = await insertLine(work.tx, wishlistKey(context), { product_id, id: newId(work.now) })
  if (insertion === 'full') throw wishlistFull(context)
  return { status: insertion === 'inserted' ? 201 : 200, location: wishlistLineParams(context, product_id) }
}

function wishlistFull(context: StorefrontContext) {
  const text = `A wishlist has at most ${MAX_LINES} lines: remove one first.`
  const linked_to = { name: 'wishlist line items', params: wishlistParams(context) }
  return conflict('wishlist.full', text, { data: { 'max-size': String(MAX_LINES) }, linked_to })
}
