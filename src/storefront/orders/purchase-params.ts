import type { StorefrontContext } from '../context.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'

/** The path parameters of a purchase. */
export type PurchaseParams = Readonly<{ scope: string; purchase: string }>

export function purchaseParams({ scope }: Pick<StorefrontContext, 'scope'>, order_id: string): PurchaseParams {
  return { scope, purchase: encodeId(order_id) }
}
