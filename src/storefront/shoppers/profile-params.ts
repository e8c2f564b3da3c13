import type { StorefrontContext } from '../context.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import type { Link, Params } from '../hypermedia/resource.ts'
import { shopperIdOf } from './sql/checkout-details.ts'

export function profileParams({ scope }: StorefrontContext, shopper_id: string): Params {
  return { scope, profile: encodeId(shopper_id) }
}

export function profileLink(context: StorefrontContext): Link {
  return { rel: 'profile', params: profileParams(context, shopperIdOf(context.caller).shopper_id) }
}
