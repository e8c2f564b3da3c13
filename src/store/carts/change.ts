import { isDeepStrictEqual } from 'node:util'
import type { Database, Transaction } from '../../db/tables.ts'
import type { Caller } from '../../http/caller.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import type { Shopper } from '../catalog/offers.ts'
import type { Work } from '../kit/work.ts'
import type { Cart } from './cart.ts'
import { keepCurrency } from './currency.ts'
import { presentCart, presentItems, type ShownCart } from './present.ts'
import { type PricedCart, type Pricing, priceCart, priceCartBy } from './price.ts'
import { checkSeen, type Seen } from './seen.ts'
import { deleteCart, insertCart, lockCart, updateCart } from './store.ts'
import { findCartAndTerms } from './with-terms.ts'

const DAY = 86_400_000

/** Which cart, for whom. */
export type CartRequest = {
  id: string
  shopper: Shopper
  /** Who asks: some changes are for sellers alone. */
  role: Caller['role']
  /** What the caller has seen of it; null when it does not say. */
  seen?: Seen | null
  /** Called before the cart is opened by its first change; throws `too_many_requests` where it may not be. */
  onOpen?: () => void
  /** Where it goes, when that is known from elsewhere. */
  place?: Pick<Cart, 'country' | 'region' | 'postcode'>
  buyer?: Pricing['buyer']
}

/** What one request makes of a cart, and what it thinks of the outcome: it refuses by throwing. */
type Change = (cart: Cart) => Cart | Promise<Cart>
type Check = (priced: PricedCart) => void

/**
 * Changes a cart, which is opened by its first change, and fires `cart.updated`, once however much changes; nothing when
 * nothing does, or when an empty one is opened. Throws `conflict`, `invalid`, `too_many_requests`.
 */
export async function changeCart(
  work: Work,
  cartRequest: CartRequest,
  change: Change,
  check: Check = () => {},
): Promise<PricedCart> {
  const before = await lockOrOpen(work, cartRequest)
  const pricing = { owner: work.owner, shopper: cartRequest.shopper, buyer: cartRequest.buyer, now: work.now }
  await checkSeen(work.tx, before, cartRequest.seen ?? null, pricing)
  if (before.closed) throw new AppError('conflict', [{ detail: 'The cart was bought: there is another one.' }])
  const after = { ...(await change(before)), ...cartRequest.place }
  await keepCurrency(work.tx, before, after)
  if (before.version > 0 && isDeepStrictEqual(before, after)) return priceCart(work.tx, before, pricing)
  const changed = { ...after, version: before.version + 1, updated_at: work.now }
  const found = await priceCart(work.tx, changed, pricing)
  const priced = { ...found, cart: { ...changed, expires_at: work.now + found.cart_expiry_days * DAY } }
  check(priced)
  await write(work.tx, priced.cart)
  if (before.version > 0 || changed.items.length > 0) tellCart(work, priced)
  return priced
}

/** Fires `cart.updated`. */
export function tellCart(work: Work, priced: ShownCart): void {
  work.events.push({
    triggered_by: 'cart.updated',
    payload: {
      data: presentCart(priced, work.base_url),
      included: { items: presentItems(priced, work.base_url) },
    },
    resource_version: priced.cart.version,
  })
}

/** Throws `not_found`, `conflict`. */
export async function removeCart(work: Work, cartRequest: Omit<CartRequest, 'role'>): Promise<void> {
  const cart = await lockCart(work.tx, { owner_id: ownerId(work.owner), id: cartRequest.id })
  if (cart === undefined) throw notFound('cart')
  const pricing = { owner: work.owner, shopper: cartRequest.shopper, buyer: cartRequest.buyer, now: work.now }
  await checkSeen(work.tx, cart, cartRequest.seen ?? null, pricing)
  await deleteCart(work.tx, cart)
  tellRemoved(work, cart)
}

export function tellRemoved(work: Work, { id, version }: Pick<Cart, 'id' | 'version'>): void {
  work.events.push({ triggered_by: 'cart.deleted', payload: { type: 'cart', id }, resource_version: version + 1 })
}

/** The cart with what it costs now; one that nobody has put anything into is empty. */
export async function readCart(
  { db, owner, now }: { db: Database; owner: Owner; now: number },
  { id, shopper, place, buyer }: Omit<CartRequest, 'role'>,
): Promise<PricedCart> {
  const pricing = { owner, shopper, buyer, now }
  const found = await findCartAndTerms(db, { owner_id: ownerId(owner), id })
  if (found === undefined) return priceCart(db, { ...emptyCart({ owner, now }, id), ...place }, pricing)
  return priceCartBy(db, { ...found.cart, ...place }, { ...pricing, terms: found.terms })
}

async function lockOrOpen(work: Work, { id, onOpen }: Pick<CartRequest, 'id' | 'onOpen'>): Promise<Cart> {
  const cart = await lockCart(work.tx, { owner_id: ownerId(work.owner), id })
  if (cart !== undefined) return cart
  onOpen?.()
  return emptyCart(work, id)
}

async function write(tx: Transaction, cart: Cart): Promise<void> {
  if (cart.version > 1) await updateCart(tx, cart)
  else if (!(await insertCart(tx, cart)))
    throw new AppError('conflict', [{ detail: 'Another request has just opened this cart: send yours again.' }])
}

function emptyCart({ owner, now }: Pick<Work, 'owner' | 'now'>, id: string): Cart {
  return {
    owner_id: ownerId(owner),
    id,
    version: 0,
    created_at: now,
    updated_at: now,
    expires_at: now,
    name: '',
    description: '',
    currency: null,
    country: null,
    region: null,
    postcode: null,
    customer_ids: [],
    account_id: null,
    coupons: [],
    shipping_option_id: null,
    closed: false,
    items: [],
  }
}
