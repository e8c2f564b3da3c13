import type { Cart, CartItem } from '../../store/carts/cart.ts'
import { changeCart } from '../../store/carts/change.ts'
import { selectCart } from '../../store/carts/store.ts'
import type { Shopper } from '../../store/catalog/choose.ts'
import { change, type StoreDeps } from '../../store/kit/work.ts'
import { storedCartOf } from './current.ts'

type Owner = { organization_id: string; store_id: string }

/**
 * Gives what somebody has put into a cart before logging in to who it turned out to be: lines and coupons. Of an item that
 * both have, the later quantity counts. The cart that it came from is empty afterwards.
 */
export async function mergeCarts(
  deps: StoreDeps,
  owner: Owner,
  { from, to, shopper }: { from: string; to: string; shopper: Shopper },
): Promise<void> {
  const [source, target] = [await storedCartOf(deps.db, owner, from), await storedCartOf(deps.db, owner, to)]
  await change(deps, owner, async (work) => {
    const former = await selectCart(work.tx, { owner_id: owner.store_id, id: source })
    if (former === undefined || former.items.length + former.coupons.length === 0) return
    await changeCart(work, { id: source, shopper }, (cart) => ({ ...cart, items: [], coupons: [] }))
    await changeCart(work, { id: target, shopper }, (cart) => merged(cart, former))
  })
}

function merged(cart: Cart, former: Cart): Cart {
  const later = new Map(former.items.map((item) => [item.product_id ?? item.id, item]))
  const kept = cart.items.map((item): CartItem => {
    const same = later.get(item.product_id ?? item.id)
    if (same === undefined) return item
    later.delete(item.product_id ?? item.id)
    return { ...item, quantity: same.quantity, updated_at: same.updated_at }
  })
  const currency = cart.version === 0 ? former.currency : cart.currency
  return { ...cart, currency, items: [...kept, ...later.values()], coupons: union(cart.coupons, former.coupons) }
}

function union(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])]
}
