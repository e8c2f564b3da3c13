import { Type } from 'typebox'
import { itemParams, productsFor } from '../catalog/products.ts'
import { loadOnce, type StorefrontContext, type StorefrontResource } from '../context.ts'
import { assertFound } from '../hypermedia/absence.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import type { Absence, Params, ResourceState } from '../hypermedia/resource.ts'
import { elements } from '../relations.ts'
import { absenceOfShopper } from '../shoppers/own-id.ts'
import { profileLink } from '../shoppers/profile-params.ts'
import { shopperIdOf } from '../shoppers/sql/checkout-details.ts'
import { selectLines, type WishlistKey } from './sql/lines.ts'

export const wishlists: StorefrontResource = {
  name: 'wishlists',
  type: 'shop.collections.links',
  path: '/wishlists/:scope',
  max_age: 600,
  description: 'The wishlists of the shopper, which is only one.',
  relations: { element: elements('wishlist'), profile: { to: 'profile', rev: 'wishlists' } },
  read: async (context, paramsList) => {
    const links = [{ rel: 'element', params: wishlistParams(context) }, profileLink(context)]
    return paramsList.map(() => ({ links }))
  },
}

/** `default` is an alias of the shopper's wishlist. */
export const wishlist: StorefrontResource = {
  name: 'wishlist',
  type: 'shop.wishlists.wishlist',
  path: '/wishlists/:scope/:wishlist',
  max_age: 600,
  description: 'The wishlist of the shopper. It is merged into that of the customer who logs in.',
  members: { name: Type.Literal('default', { description: 'The name for programs.' }) },
  relations: {
    lineitems: { to: 'wishlist line items', rev: 'wishlist' },
    list: { to: 'wishlists', rev: 'element' },
  },
  read: wishlistReader(async ({ own }) => ({
    links: [
      { rel: 'lineitems', params: own },
      { rel: 'list', params: own },
    ],
    data: { name: 'default' },
  })),
}

type Requested = { context: StorefrontContext; own: Params; requested: Params }

/** Reads resources that are part of the shopper's wishlist, whose parameters are `own`. */
export function wishlistReader(
  render: (requested: Requested) => Promise<ResourceState | Absence>,
): StorefrontResource['read'] {
  return (context, paramsList) =>
    Promise.all(
      paramsList.map(async (requested) => {
        const absence = absenceOfShopper(context, requested.wishlist ?? '')
        if (absence !== null) return absence
        const own = wishlistParams(context)
        const state = await render({ context, own, requested })
        return typeof state === 'string' ? state : { params: own, ...state }
      }),
    )
}

/** Throws `forbidden`, `not_found` unless the parameters identify the shopper's wishlist. */
export function assertOwnWishlist(context: StorefrontContext, { wishlist: id = '' }: Params): void {
  assertFound(absenceOfShopper(context, id) ?? context, 'wishlist')
}

export function wishlistParams({ scope, caller }: StorefrontContext): Params {
  return { scope, wishlist: encodeId(shopperIdOf(caller).shopper_id) }
}

export function wishlistKey({ owner, caller }: StorefrontContext): WishlistKey {
  return { owner_id: owner.store_id, shopper_id: shopperIdOf(caller).shopper_id }
}

/**
 * The products on the shopper's wishlist, oldest line first, read at most once per request. Products that are not in
 * the shopper's catalog are left out, but their lines stay, since the catalog may have them again.
 */
export function visibleLines(context: StorefrontContext): Promise<ReadonlySet<string>> {
  return loadOnce(context, 'wishlist lines', async () => {
    const ids = await selectLines(context.deps.db, wishlistKey(context))
    const products = await productsFor(
      context,
      ids.map((id) => itemParams(context, id)),
    )
    return new Set(products.flatMap((product) => product?.id ?? []))
  })
}
