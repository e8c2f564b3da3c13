import { isDeepStrictEqual } from 'node:util'
import type { Database, Transaction } from '../../db/database.ts'
import type { ActionOf } from '../../event-types/catalog.ts'
import type { Caller } from '../../http/callers/caller.ts'
import { DAY } from '../../kernel/duration.ts'
import { AppError } from '../../kernel/errors.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import type { Shopper } from '../catalog/sql/offers.ts'
import { shopOf } from '../catalog/sql/shop-revision.ts'
import { type CatalogView, catalogViewAt, findCatalogView } from '../catalog/sql/view.ts'
import type { Work } from '../kit/work.ts'
import { auditCart } from './audit.ts'
import type { Cart, CartItem } from './cart.ts'
import { withAcceptedCurrency, withRequestedCurrency } from './currency.ts'
import { assertCustomDataFits } from './custom-data.ts'
import { checkExpectedState, type ExpectedState } from './if-match.ts'
import { type PresentedCart, presentCart, presentItems } from './present.ts'
import { type CartLine, type PricedCart, type Pricing, priceCart } from './price.ts'
import { type CartAndRevision, findCartAndRevision, lockCartAndRevision } from './sql/with-revision.ts'
import { deleteCart, insertCart, lockCart, updateCart } from './store.ts'

/** Identifies a cart, and the shopper and caller for whom it is read or changed. */
export type CartRequest = {
  id: string
  shopper: Shopper
  /** Role of the caller: some changes are allowed only to sellers. */
  role: Caller['role']
  /** State of the cart that the caller last read; null if unknown. */
  expected?: ExpectedState | null
  /** Called before the first change creates the cart. May throw `too_many_requests`. */
  onCreate?: () => void
  /**
   * Called before a coupon code is looked up, which counts as a wrong guess until the returned function takes it back.
   * May throw `too_many_requests`.
   */
  beginGuess?: () => () => void
  /** New destination of the cart. */
  destination?: Pick<Cart, 'country' | 'region' | 'postcode'>
  buyer?: Pricing['buyer']
  /** Currency of a cart that has none yet; a change stores it. */
  currency?: Pricing['currency']
}

/** Runs a second time if a concurrent request has created the cart, and so must start anew each time. */
type Change = (cart: Cart, view: CatalogView) => Cart | Promise<Cart>
/** Validates the result of a change; throws to reject it. */
type Check = (priced: PricedCart) => void

/**
 * Changes a cart, or creates it with its first change. Emits one `cart.updated`, unless nothing changes or the new cart
 * is empty. Throws `conflict`, `invalid`, `malformed_header` and `too_many_requests`.
 */
export async function changeCart(
  work: Work,
  cartRequest: CartRequest,
  change: Change,
  check: Check = () => {},
): Promise<PricedCart> {
  const { cart: stored, view } = await lockOrCreate(work, cartRequest)
  const before = withRequestedCurrency(view, stored, cartRequest.currency ?? null)
  const pricing = { owner: work.owner, shopper: cartRequest.shopper, buyer: cartRequest.buyer, view, now: work.now }
  await checkExpectedState(work.tx, before, cartRequest.expected ?? null, pricing)
  if (before.closed)
    throw new AppError('conflict', [{ detail: 'The cart was already bought: continue with the new cart.' }])
  const requested = { ...(await change(before, view)), ...cartRequest.destination }
  const after = withAcceptedCurrency(view, before, requested)
  assertCustomDataFits(after)
  if (before.version > 0 && isDeepStrictEqual(before, after)) return priceCart(work.tx, before, pricing)
  const changed = { ...after, version: before.version + 1, updated_at: work.now }
  const found = await priceCart(work.tx, changed, pricing)
  const expires_at = work.now + found.cart_expiry_days * DAY
  const priced = { ...found, cart: { ...changed, expires_at, items: found.lines.map(withLastKnownTexts) } }
  check(priced)
  // A concurrent request has created the cart, and has committed: the change applies to that cart.
  if (!(await saveCart(work.tx, priced.cart))) return changeCart(work, cartRequest, change, check)
  auditCart(work, stored.version === 0 ? null : stored, priced.cart)
  if (before.version > 0 || changed.items.length > 0) emitCart(work, 'updated', priced)
  return priced
}

export function emitCart(work: Work, action: Exclude<ActionOf<'cart'>, 'deleted'>, priced: PresentedCart): void {
  // Events contain the items, but do not promise them.
  const included = { items: presentItems(priced, work.base_url) }
  const payload = { data: presentCart(priced, work.base_url), included }
  work.events.push({ triggered_by: `cart.${action}`, payload, resource_version: priced.cart.version })
}

/** Deletes a cart and emits `cart.deleted`, unless it is absent. Throws `conflict`. */
export async function removeCart(work: Work, cartRequest: Omit<CartRequest, 'role'>): Promise<'removed' | 'absent'> {
  const cart = await lockCart(work.tx, { owner_id: ownerId(work.owner), id: cartRequest.id })
  if (cart === undefined) return 'absent'
  const { shopper, buyer, currency } = cartRequest
  const pricing = { owner: work.owner, shopper, buyer, currency, now: work.now }
  await checkExpectedState(work.tx, cart, cartRequest.expected ?? null, pricing)
  await removeLockedCart(work, cart)
  return 'removed'
}

/** Deletes a locked cart and emits `cart.deleted`. */
export async function removeLockedCart(work: Work, cart: Cart): Promise<void> {
  await deleteCart(work.tx, cart)
  auditCart(work, cart, null)
  emitCartDeleted(work, cart)
}

export function emitCartDeleted(work: Work, { id, version }: Pick<Cart, 'id' | 'version'>): void {
  work.events.push({ triggered_by: 'cart.deleted', payload: { type: 'cart', id }, resource_version: version + 1 })
}

/** Returns the cart with its current prices. An id that was never used is an empty cart. */
export async function readCart(
  { db, owner, now }: { db: Database; owner: Owner; now: number },
  cartRequest: Omit<CartRequest, 'role'>,
): Promise<PricedCart> {
  const { id, shopper } = cartRequest
  const found = await findCartAndRevision(db, shopOf(owner), id)
  const view = await viewOf({ tx: db, owner, now }, shopper, found)
  return priceFound({ db, owner, now }, cartRequest, { cart: found?.cart, view })
}

/** Same for a cart that another query read; undefined for an id that was never used. */
export function priceFound(
  { db, owner, now }: { db: Database; owner: Owner; now: number },
  { id, shopper, destination, buyer, currency }: Omit<CartRequest, 'role'>,
  { cart = newCart({ owner, now }, id), view }: { cart: Cart | undefined; view: CatalogView },
): Promise<PricedCart> {
  return priceCart(db, { ...cart, ...destination }, { owner, shopper, buyer, currency, view, now })
}

async function lockOrCreate(work: Work, { id, shopper, onCreate }: CartRequest): Promise<CartInView> {
  const found = await lockCartAndRevision(work.tx, shopOf(work.owner), id)
  if (found === undefined) onCreate?.()
  return { cart: found?.cart ?? newCart(work, id), view: await viewOf(work, shopper, found) }
}

type CartInView = { cart: Cart; view: CatalogView }

/** Returns the shopper's view of the shop, as of the statement that read the cart if there was one. */
function viewOf(
  { tx, owner, now }: { tx: Database; owner: Owner; now: number },
  shopper: Shopper,
  found: CartAndRevision | undefined,
): Promise<CatalogView> {
  const shop = shopOf(owner)
  if (found === undefined) return findCatalogView(tx, shop, shopper, now)
  return catalogViewAt(tx, shop, shopper, { revision: found.shop_revision, now })
}

/** Carts show the name and the SKU of a product even when the catalog no longer offers it. */
function withLastKnownTexts({ item, name, sku }: CartLine): CartItem {
  return item.name === name && item.sku === sku ? item : { ...item, name, sku }
}

/** Returns false if a new cart exists, because a concurrent request has created it. */
async function saveCart(tx: Transaction, cart: Cart): Promise<boolean> {
  if (cart.version === 1) return insertCart(tx, cart)
  await updateCart(tx, cart)
  return true
}

function newCart({ owner, now }: Pick<Work, 'owner' | 'now'>, id: string): Cart {
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
    account_ids: [],
    coupons: [],
    shipping_option_id: null,
    custom_attributes: {},
    closed: false,
    items: [],
  }
}
