import { AppError } from '../../kernel/errors.ts'
import { type Cart, type CartItem, isCustom } from '../../store/carts/cart.ts'
import { changeCart } from '../../store/carts/change.ts'
import { currencyOf } from '../../store/carts/currency.ts'
import { lockCart } from '../../store/carts/store.ts'
import { change, type Work } from '../../store/kit/work.ts'
import type { Shop } from '../shop.ts'
import { addAddress } from '../shoppers/address.ts'
import { placeTold } from '../shoppers/set-out.ts'
import { lockKnown, NOTHING, shopperIdOf, type Told, updateKnown } from '../shoppers/told.ts'
import { storedId } from './current.ts'

/**
 * Gives what somebody has told before logging in to who it turned out to be: lines, coupons, addresses, payment methods. Of
 * an item that both have, the later quantity counts. Nothing is left with whom it came from, but custom items
 * in another currency than that of the cart that is there.
 */
export async function mergeShoppers(shop: Shop, from: string): Promise<void> {
  const { deps, owner, shopper } = shop
  const { role } = shop.caller
  const { store_id } = owner
  const to = shopperIdOf(shop.caller)
  await change(deps, owner, async (work) => {
    const source = await lockKnown(work.tx, store_id, { shopper_id: from, customer_id: null })
    const target = await lockKnown(work.tx, store_id, to)
    const told = await mergedTold(work, shop, { source: source.told, target: target.told })
    await updateKnown(work, store_id, to, { ...target, told })
    await updateKnown(work, store_id, { shopper_id: from, customer_id: null }, { ...source, told: NOTHING })
    const id = storedId(from, source.number)
    const former = await lockCart(work.tx, { owner_id: store_id, id })
    if (former === undefined || former.items.length + former.coupons.length === 0) return
    const own = await lockCart(work.tx, { owner_id: store_id, id: storedId(to.shopper_id, target.number) })
    const left = await stranded(work, former, own)
    await changeCart(work, { id, role, shopper }, (cart) => ({ ...cart, items: left, coupons: [] }))
    const place = await placeTold(work, shop, told)
    const cartRequest = { id: storedId(to.shopper_id, target.number), role, shopper, ...(place !== null && { place }) }
    await changeCart(work, cartRequest, (cart) => merged(cart, without(former, left)))
  })
}

/** What was chosen before counts where the customer has chosen nothing. */
async function mergedTold(work: Work, shop: Shop, { source, target }: { source: Told; target: Told }): Promise<Told> {
  let told = target
  const ids = new Map<string | null, string>()
  for (const { id, ...words } of source.addresses) {
    const added = await addAddress(work, shop, { told, words }).catch(nullIfRefused)
    if (added === null) continue
    told = added.told
    ids.set(id, added.id)
  }
  const payment_methods = [...told.payment_methods, ...source.payment_methods]
  return {
    ...told,
    payment_methods,
    billing_address: target.billing_address ?? ids.get(source.billing_address) ?? null,
    shipping_address: target.shipping_address ?? ids.get(source.shipping_address) ?? null,
    payment_method: target.payment_method ?? source.payment_method,
  }
}

/** What the store would not take any more is left behind: nobody is kept from logging in by it. */
function nullIfRefused(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

/** Custom items have a price in one currency: in a cart of another they would cost something else. */
async function stranded({ tx }: Work, former: Cart, own: Cart | undefined): Promise<CartItem[]> {
  const custom = former.items.filter(isCustom)
  if (custom.length === 0 || own === undefined) return []
  return (await currencyOf(tx, former)) === (await currencyOf(tx, own)) ? [] : custom
}

function without(cart: Cart, left: readonly CartItem[]): Cart {
  return { ...cart, items: cart.items.filter((item) => !left.includes(item)) }
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
