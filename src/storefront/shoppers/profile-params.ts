import type { StorefrontContext } from '../context.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import type { Link, Params } from '../hypermedia/resource.ts'
import { shopperIdOf } from './sql/checkout-details.ts'

/** The path parameters of a profile. */
export function profileParams({ scope }: StorefrontContext, shopper_id: string): Params {
  return { scope, profile: encodeId(shopper_id) }
}

/** The link back to the profile. */
export function profileLink(context: StorefrontContext): Link {
  return { rel: 'profile', params: profileParams(context, shopperIdOf(context.caller).shopper_id) }
}
