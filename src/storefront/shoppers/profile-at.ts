import { opaque } from '../hypermedia/opaque.ts'
import type { Link, Params } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { shopperIdOf } from './told.ts'

/** The parameters of the address of a shopper's profile. */
export function profileAt({ scope }: Shop, shopper_id: string): Params {
  return { scope, profile: opaque(shopper_id) }
}

/** From what belongs to the shopper, which the profile knows by `rev`. */
export function profileLink(shop: Shop, rev: string): Link {
  return { rel: 'profile', rev, params: profileAt(shop, shopperIdOf(shop.caller).shopper_id) }
}
