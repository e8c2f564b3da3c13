import { useRead } from '../../kit/requests/use-read.ts'

export function useCart(cart_id: string) {
  return useRead('/v2/carts/{cart_id}', { params: { path: { cart_id } } })
}

export function useCartItems(cart_id: string) {
  return useRead('/v2/carts/{cart_id}/items', { params: { path: { cart_id } } })
}

/** Totals, the explanation and the list depend on every line. */
export const STALE = ['/v2/carts'] as const
