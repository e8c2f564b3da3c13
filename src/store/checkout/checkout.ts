import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { ownerId } from '../../kernel/owner.ts'
import { checkVersion } from '../../kernel/version.ts'
import type { Cart } from '../carts/cart.ts'
import { tellCart } from '../carts/change.ts'
import { couponTroubles } from '../carts/coupons.ts'
import type { CartGift } from '../carts/gifts.ts'
import { refuseAnyTaxesAbovePrice } from '../carts/items/included-taxes.ts'
import { giftId } from '../carts/present.ts'
import { type CartLine, type PricedCart, priceCart } from '../carts/price.ts'
import type { Seen } from '../carts/seen.ts'
import { lockCart, updateCart } from '../carts/store.ts'
import type { Shopper } from '../catalog/offers.ts'
import { allocate } from '../inventory/stock.ts'
import { insert } from '../kit/rows.ts'
import type { Work } from '../kit/work.ts'
import { checkAddresses, completeAddresses } from '../orders/address.ts'
import { expiryOf } from '../orders/expiry.ts'
import type { OrderItem } from '../orders/item.ts'
import { type Order, type OrderAddress, orders } from '../orders/order.ts'
import { insertItems, insertSnapshot } from '../orders/store.ts'
import { changeOrder, tellOrder } from '../orders/tell.ts'
import { consume, holdFirstOrder, holdUsed } from '../promotions/consume.ts'
import { readSettings } from '../settings/read.ts'
import { type Buyer, findBuyer } from './buyer.ts'
import { checkShown } from './check-shown.ts'
import type { Checkout } from './request.ts'
import { isShipped, type SoldCart, shipBy } from './shipping.ts'
import { snapshotOf } from './snapshot.ts'

export type CheckoutRequest = {
  cart_id: string
  checkout: Checkout
  role: 'seller' | 'shopper'
  shopper: Shopper
  /** Of the shopper's token; null for a seller. */
  session_id: string | null
  account_member_id: string | null
  /** What the caller has seen of the cart; null when it does not say. */
  seen: Seen | null
  /** Whether the cart is not used again. */
  closes?: true
}

/**
 * Turns a cart into an order: takes the stock, freezes what was sold and for how much, empties the cart. Throws `conflict`
 * for an empty or stale cart, for one that costs something else than was shown, for what cannot be bought or is short; `invalid`, `not_found`.
 */
export async function checkOut(work: Work, request: CheckoutRequest): Promise<{ order: Order; items: OrderItem[] }> {
  const { cart_id, checkout, shopper } = request
  const cart = await lockCart(work.tx, { owner_id: ownerId(work.owner), id: cart_id })
  if (cart === undefined) throw notFound('cart')
  checkVersion('cart', cart.version, request.seen?.version ?? null)
  const buyer = await findBuyer(work, checkout, request)
  const settings = await readSettings(work.tx, ownerId(work.owner))
  const addresses = completeAddresses(checkout)
  const { country = null, region = null, postcode = null } = addresses.shipping_address
  const bound = { ...cart, country, region, postcode }
  const mandatory = settings.address_mandatory_fields
  const sold = await priceFirmly(work, bound, { shopper, buyer, checkout, mandatory })
  await checkShown(work, cart, { request, buyer, sold })
  const items = itemsOf(work, sold)
  const order_id = newId(work.now)
  await allocate(work, order_id, stockOf(items))
  const expires_at = expiryOf(settings, work.now)
  const order = await enter(work, { request, buyer, addresses, sold, items, order_id, expires_at })
  const { owner_id } = order
  await consume(work.tx, { owner_id, order_id, currency: sold.format.currency, now: work.now }, sold)
  await emptied(work, { ...cart, closed: request.closes === true }, sold)
  return { order, items }
}

type Asked = { shopper: Shopper; buyer: Buyer; checkout: Checkout; mandatory: readonly string[] }

/** What the cart costs, with the promotions that make it so held until the work ends. Throws `conflict`, `invalid`. */
async function priceFirmly(work: Work, cart: Cart, { shopper, buyer, checkout, mandatory }: Asked): Promise<SoldCart> {
  for (let tries = 0; tries < 5; tries += 1) {
    const { customer_id, account_id, email } = buyer
    const whose = { shopper, buyer: { customer_id, account_id, email } }
    const priced = await priceInTurn(work, cart, whose)
    refuseAddresses(checkout, { ships: isShipped(priced) || checkout.shipping_option_id !== undefined, mandatory })
    refuseUnavailable(priced)
    refuseAnyTaxesAbovePrice(priced)
    refuseCoupons(priced)
    const sold = await shipBy(work, priced, checkout.shipping_option_id)
    if (await holdUsed(work.tx, cart.owner_id, sold)) return sold
  }
  throw new AppError('conflict', [{ detail: 'The promotions of the store are being changed: try again.' }])
}

/** Whose first order it would be shares that with no other checkout of the same buyer: one of them is the first. */
async function priceInTurn(work: Work, cart: Cart, whose: { shopper: Shopper; buyer: Omit<Buyer, 'name'> }) {
  const pricing = { owner: work.owner, now: work.now, ...whose }
  const priced = await priceCart(work.tx, cart, pricing)
  if (!priced.promotions.asks_for_first_order || !priced.facts.shopper.first_order) return priced
  await holdFirstOrder(work.tx, cart.owner_id, whose.buyer)
  return priceCart(work.tx, cart, pricing)
}

/** A coupon that the shopper counts on and that does nothing any more would make the order dearer than the cart was. */
function refuseCoupons(priced: PricedCart): void {
  const problems = couponTroubles(priced).map(({ code, trouble }) => ({
    detail: `Coupon ${code} cannot be used: ${trouble}. Take it off the cart.`,
  }))
  if (problems.length > 0) throw new AppError('conflict', problems)
}

type Entry = {
  request: CheckoutRequest
  buyer: Buyer
  addresses: { shipping_address: OrderAddress; billing_address: OrderAddress }
  sold: SoldCart
  items: OrderItem[]
  order_id: string
  expires_at: string | null
}

async function enter(work: Work, entry: Entry): Promise<Order> {
  const { request, buyer, addresses, sold, items, order_id, expires_at } = entry
  const { checkout } = request
  const { name, email, customer_id, account_id } = buyer
  const { totals, format } = sold
  const shipped = sold.shipping?.priced ?? { tax: 0, without_tax: 0, with_tax: 0 }
  const with_tax = totals.with_tax + shipped.with_tax
  const order = await insert(work, orders, {
    id: order_id,
    order_number: checkout.order_number ?? numberOf(order_id),
    external_ref: checkout.external_ref ?? '',
    status: 'incomplete',
    payment: 'unpaid',
    shipping: 'unfulfilled',
    currency: format.currency,
    money_format: format,
    customer: { name, email },
    ...addresses,
    customer_id,
    account_id,
    account_member_id: request.account_member_id,
    session_id: request.session_id,
    cart_id: request.cart_id,
    with_tax,
    without_tax: totals.without_tax + shipped.without_tax,
    tax: totals.tax + shipped.tax,
    discount: totals.discount,
    shipping_cost: shipped.with_tax,
    item_ids: items.map(({ id }) => id),
    product_ids: items.flatMap(({ product_id }) => product_id ?? []),
    product_skus: items.map(({ sku }) => sku).filter((sku) => sku !== ''),
    expires_at,
  })
  const place = { owner_id: order.owner_id, order_id }
  await insertItems(work.tx, place, items)
  await insertSnapshot(work.tx, place, JSON.stringify(snapshotOf({ order, items, sold, now: work.now })))
  tellOrder(work, order, items, ['created'])
  // Nothing is owed for it, so it is paid.
  if (with_tax > 0) return order
  return changeOrder(work, order, { status: 'complete', payment: 'paid', expires_at: null }, ['paid'])
}

const NOTHING = { total: 0, discount: 0, tax: 0, without_tax: 0, with_tax: 0 }

async function emptied(work: Work, cart: Cart, { format }: PricedCart): Promise<void> {
  const after: Cart = { ...cart, version: cart.version + 1, updated_at: work.now, items: [], coupons: [] }
  await updateCart(work.tx, after)
  tellCart(work, { cart: after, format, lines: [], gifts: [], totals: NOTHING })
}

function refuseUnavailable({ lines }: PricedCart): void {
  if (lines.length === 0) throw new AppError('conflict', [{ detail: 'The cart is empty.' }])
  const problems = lines.flatMap(({ item, name, sku, unavailable }) =>
    unavailable === null ? [] : [{ detail: `${name || sku || item.product_id} cannot be bought: ${unavailable}` }],
  )
  if (problems.length > 0) throw new AppError('conflict', problems)
}

function refuseAddresses(checkout: Checkout, asked: Parameters<typeof checkAddresses>[1]): void {
  const problems = checkAddresses(checkout, asked)
  if (problems.length > 0) throw invalid(problems)
}

function itemsOf(work: Work, { lines, gifts }: SoldCart): OrderItem[] {
  return [...lines.map((line) => itemOf(work, line)), ...gifts.map((gift) => giftOf(work, gift))]
}

function giftOf(work: Work, gift: CartGift): OrderItem {
  const { offer, quantity, promotion_id } = gift
  const { product_id, sku, name, shippable } = offer
  const nothing = { unit_amount: 0, net: 0, tax: 0, discount: 0, includes_tax: false, taxes: [] }
  const later = { refunded_quantity: 0, shipped_quantity: 0 }
  const what = { product_id, sku, name, shippable, quantity, promotion_id }
  return { id: newId(work.now), cart_item_id: giftId(gift), ...what, ...nothing, ...later }
}

function itemOf(work: Work, line: CartLine): OrderItem {
  const { item, offer, priced } = line
  return {
    id: newId(work.now),
    cart_item_id: item.id,
    product_id: item.product_id,
    sku: line.sku,
    name: line.name,
    quantity: item.quantity,
    unit_amount: priced.unit_amount,
    includes_tax: line.includes_tax,
    net: priced.without_tax,
    tax: priced.tax,
    discount: priced.discount,
    taxes: priced.taxes,
    shippable: offer?.shippable ?? false,
    promotion_id: null,
    refunded_quantity: 0,
    shipped_quantity: 0,
  }
}

function stockOf(items: readonly OrderItem[]) {
  return items.flatMap(({ product_id, quantity, name }) =>
    product_id === null ? [] : [{ product_id, quantity, name }],
  )
}

// Crockford's digits: none looks like another.
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A number to be read aloud, of the random part of the id. */
function numberOf(order_id: string): string {
  let rest = BigInt(`0x${order_id.replaceAll('-', '').slice(-13)}`)
  let digits = ''
  for (let place = 0; place < 10; place += 1) {
    digits = DIGITS.charAt(Number(rest % 32n)) + digits
    rest /= 32n
  }
  return `${digits.slice(0, 5)}-${digits.slice(5)}`
}
