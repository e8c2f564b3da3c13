import { notFound } from '../../kernel/errors.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import { type ChangeResult, NO_CONTENT, type Params } from '../hypermedia/resource.ts'
import { elements } from '../relations.ts'
import { deleteLine, deleteLines } from './sql/lines.ts'
import { assertOwnWishlist, visibleLines, wishlistKey, wishlistParams, wishlistReader } from './wishlist.ts'

export const wishlistLines: StorefrontResource = {
  name: 'wishlist line items',
  type: 'shop.collections.links',
  path: '/wishlists/:scope/:wishlist/lineitems',
  max_age: 0,
  description: 'The lines of the wishlist, oldest first. Items that are not in the catalog any more are not listed.',
  relations: { element: elements('wishlist line item'), wishlist: { to: 'wishlist', rev: 'lineitems' } },
  read: wishlistReader(async ({ context, own }) => ({
    links: [
      ...[...(await visibleLines(context))].map((id) => ({ rel: 'element', params: wishlistLineParams(context, id) })),
      { rel: 'wishlist', params: own },
    ],
  })),
  remove: {
    description: 'Removes all lines.',
    async run(context, params) {
      assertOwnWishlist(context, params)
      await deleteLines(context.deps.db, wishlistKey(context))
      return NO_CONTENT
    },
  },
}

export const wishlistLine: StorefrontResource = {
  name: 'wishlist line item',
  type: 'shop.wishlists.line-item',
  path: '/wishlists/:scope/:wishlist/lineitems/:lineitem',
  max_age: 0,
  description: 'A line of the wishlist: an item.',
  relations: {
    wishlist: { to: 'wishlist' },
    list: { to: 'wishlist line items', rev: 'element' },
    item: { to: 'item' },
    movetocartform: { to: 'move to cart form' },
  },
  read: wishlistReader(async ({ context, own, requested }) => {
    const product_id = productIdOf(requested)
    if (!(await visibleLines(context)).has(product_id)) return 'missing'
    const params = wishlistLineParams(context, product_id)
    return {
      params,
      links: [
        { rel: 'wishlist', params: own },
        { rel: 'list', params: own },
        { rel: 'item', params: { scope: context.scope, item: encodeId(product_id) } },
        { rel: 'movetocartform', params },
      ],
    }
  }),
  remove: { description: 'Removes the line.', run: removeLine },
}

async function removeLine(context: StorefrontContext, params: Params): Promise<ChangeResult> {
  assertOwnWishlist(context, params)
  if (await deleteLine(context.deps.db, wishlistKey(context), productIdOf(params))) return NO_CONTENT
  throw notFound('wishlist line item')
}

/** The product of a line, which identifies the line because a product has at most one. */
export function productIdOf({ lineitem = '' }: Params): string {
  return decodeId(lineitem)
}

export function wishlistLineParams(context: StorefrontContext, product_id: string): Params {
  return { ...wishlistParams(context), lineitem: encodeId(product_id) }
}
