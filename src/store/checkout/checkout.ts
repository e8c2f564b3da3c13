import { newId } from '../../db/new-id.ts'
import { afterwards } from '../../db/transaction.ts'
import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { checkVersion } from '../../kernel/version.ts'
import type { Cart } from '../carts/cart.ts'
import { emitCart } from '../carts/change.ts'
import { couponProblems } from '../carts/coupons.ts'
import type { CartGift } from '../carts/gifts.ts'
import type { ExpectedState } from '../carts/if-match.ts'
import { refuseAnyTaxesAbovePrice } from '../carts/items/included-taxes.ts'
import { giftId } from '../carts/present.ts'
import { type CartLine, type PricedCart, priceCart } from '../carts/price.ts'
import { lockCart, updateCart } from '../carts/store.ts'
import { selectNames } from '../catalog/sql/locales.ts'
import type { Offer, Shopper } from '../catalog/sql/offers.ts'
import { allocate } from '../inventory/stock.ts'
import { insert } from '../kit/rows.ts'
import { NO_CUSTOM_DATA } from '../kit/values/custom-data.ts'
import type { Work } from '../kit/work.ts'
import { checkAddresses, completeAddresses, destinationOf } from '../orders/address.ts'
import { changeOrder, emitOrderEvents } from '../orders/events.ts'
import { expiryOf } from '../orders/expiry.ts'
import { NEW_COUNTERS, type OrderItem } from '../orders/item.ts'
import { type Order, type OrderAddresses, orders } from '../orders/order.ts'
import { insertItems, insertSnapshot } from '../orders/store.ts'
import { lockAppliedPromotions, lockFirstOrder, recordUses } from '../promotions/sql/consume.ts'
import { readSettings } from '../settings/read.ts'
import { type Buyer, findBuyer } from './buyer.ts'
import { checkQuote } from './check-quote.ts'
import { orderNumber } from './order-number.ts'
import type { Checkout } from './request.ts'
import { applyShippingOption, type PricedCheckout, requiresShipping } from './shipping.ts'
import { snapshotOf } from './snapshot.ts'

export type CheckoutRequest = {
  cart_id: string
  checkout: Checkout
  role: 'seller' | 'shopper'
  shopper: Shopper
  /** Currency of a cart that has none. */
  currency?: string | null | undefined
  /** Session of the shopper's token; null for a seller. */
  session_id: string | null
  account_member_id: string | null
  /** State of the cart that the caller expects; null if unknown. */
  expected: ExpectedState | null
  /** Closes the cart after the checkout. */
  closes?: true
}

/**
 * Turns a cart into an order: allocates the stock, freezes items and prices, and empties the cart. Throws `conflict`
 * for an empty or stale cart, for a total that differs from the displayed one and for unavailable items; also `invalid`
 * and `not_found`.
 */
export async function checkOut(work: Work, request: CheckoutRequest): Promise<{ order: Order; items: OrderItem[] }> {
  const { cart_id, checkout, shopper, currency } = request
  const { shop } = work
  afterwards(work.tx, { committed: () => shop.checkedOut('ordered'), rolledBack: () => shop.checkedOut('refused') })
  const cart = await lockCart(work.tx, { owner_id: ownerId(work.owner), id: cart_id })
  if (cart === undefined) throw notFound('cart')
  checkVersion('cart', cart.version, request.expected?.version ?? null)
  const buyer = await findBuyer(work, checkout, request)
  const settings = await readSettings(work.tx, ownerId(work.owner))
  const addresses = completeAddresses(checkout)
  const addressedCart = { ...cart, ...destinationOf(addresses) }
  const mandatory = settings.address_mandatory_fields
  const sold = await priceAndLock(work, addressedCart, { shopper, currency, buyer, checkout, mandatory })
  await checkQuote(work, cart, { request, buyer, sold })
  const items = itemsOf(work, sold)
  const order_id = newId(work.now)
  await allocate(work, order_id, stockOf(items))
  const expires_at = expiryOf(settings, work.now)
  const order_number = orderNumber(order_id, settings.order_number_format)
  const order = await persistOrder(work, { request, buyer, addresses, sold, items, order_id, order_number, expires_at })
  const { owner_id } = order
  await recordUses(work.tx, { owner_id, order_id, currency: sold.format.currency, now: work.now }, sold)
  await emptyCart(work, { ...cart, closed: request.closes === true }, sold)
  return { order, items }
}

type PriceRequest = Pick<CheckoutRequest, 'shopper' | 'currency' | 'checkout'> & {
  buyer: Buyer
  mandatory: readonly string[]
}

/** Prices the cart and locks the applied promotions until the transaction ends. Throws `conflict` and `invalid`. */
async function priceAndLock(
  work: Work,
  cart: Cart,
  { shopper, currency, buyer, checkout, mandatory }: PriceRequest,
): Promise<PricedCheckout> {
  for (let attempt = 0; attempt < MAX_PRICING_ATTEMPTS; attempt += 1) {
    const { customer_id, account_id, email } = buyer
    const priced = await priceWithFirstOrderLock(work, cart, {
      shopper,
      currency,
      buyer: { customer_id, account_id, email },
    })
    await refuseAddresses(work, checkout, {
      ships: requiresShipping(priced) || checkout.shipping_option !== undefined,
      mandatory,
    })
    refuseUnavailable(priced)
    refuseAnyTaxesAbovePrice(priced)
    refuseCoupons(priced)
    const sold = await applyShippingOption(work, priced, checkout.shipping_option)
    if (await lockAppliedPromotions(work.tx, cart.owner_id, sold)) return sold
  }
  throw new AppError('conflict', [{ detail: 'The promotions of the store are being changed: retry the request.' }])
}

const MAX_PRICING_ATTEMPTS = 5

type ShopperAndBuyer = Pick<CheckoutRequest, 'shopper' | 'currency'> & {
  buyer: Omit<Buyer, 'name' | 'account_member_id'>
}

/** Ensures that only one of a buyer's concurrent checkouts counts as the first order. */
async function priceWithFirstOrderLock(work: Work, cart: Cart, { shopper, currency, buyer }: ShopperAndBuyer) {
  const pricing = { owner: work.owner, now: work.now, shopper, currency, buyer }
  const priced = await priceCart(work.tx, cart, pricing)
  if (!priced.promotions.reads_past_orders || !priced.facts.shopper.first_order) return priced
  await lockFirstOrder(work.tx, cart.owner_id, buyer)
  return priceCart(work.tx, cart, pricing)
}

/** Rejects unusable coupons, since the order would otherwise cost more than the cart did. */
function refuseCoupons(priced: PricedCart): void {
  const problems = couponProblems(priced).map(({ code, problem }) => ({
    detail: `Coupon ${code} cannot be used: ${problem}. Remove it from the cart.`,
  }))
  if (problems.length > 0) throw new AppError('conflict', problems)
}

type NewOrder = {
  request: CheckoutRequest
  buyer: Buyer
  addresses: OrderAddresses
  sold: PricedCheckout
  items: OrderItem[]
  order_id: string
  /** Default, unless the request has an order number. */
  order_number: string
  expires_at: string | null
}

async function persistOrder(work: Work, newOrder: NewOrder): Promise<Order> {
  const { request, buyer, addresses, sold, items, order_id, order_number, expires_at } = newOrder
  const { checkout } = request
  const { name, email, customer_id, account_id, account_member_id } = buyer
  const { totals, format } = sold
  const { custom_attributes } = sold.cart
  const shipped = sold.shipping?.priced ?? { tax: 0, without_tax: 0, with_tax: 0 }
  const with_tax = totals.with_tax + shipped.with_tax
  const order = await insert(work, orders, {
    id: order_id,
    order_number: checkout.order_number ?? order_number,
    external_ref: checkout.external_ref ?? '',
    status: 'incomplete',
    payment: 'unpaid',
    shipping: 'unfulfilled',
    currency: format.currency,
    money_format: format,
    custom_attributes,
    shipping_option: sold.shipping === null ? null : { id: sold.shipping.quote.id, name: sold.shipping.quote.name },
    customer: { name, email },
    ...addresses,
    customer_id,
    account_id,
    account_member_id,
    session_id: request.session_id,
    cart_id: request.cart_id,
    with_tax,
    without_tax: totals.without_tax + shipped.without_tax,
    tax: totals.tax + shipped.tax,
    discount: totals.total_discount,
    shipping_cost: shipped.with_tax,
    item_ids: items.map(({ id }) => id),
    product_ids: items.flatMap(({ product_id }) => product_id ?? []),
    product_skus: items.map(({ sku }) => sku).filter((sku) => sku !== ''),
    expires_at,
  })
  const key = { owner_id: order.owner_id, order_id }
  await insertItems(work.tx, key, items)
  const names = await selectNames(work.tx, work.owner, offersIn(sold))
  await insertSnapshot(work.tx, key, JSON.stringify(snapshotOf({ order, items, sold, names, now: work.now })))
  emitOrderEvents(work, order, items, ['created'])
  // An order with a total of 0 counts as paid.
  if (with_tax > 0) return order
  return changeOrder(work, order, { status: 'complete', payment: 'paid', expires_at: null }, ['paid'])
}

function offersIn({ lines, gifts }: PricedCheckout): Offer[] {
  return [...lines.flatMap(({ offer }) => offer ?? []), ...gifts.map(({ offer }) => offer)]
}

const NO_TOTALS = { total: 0, discount: 0, total_discount: 0, tax: 0, without_tax: 0, with_tax: 0 }

async function emptyCart(work: Work, cart: Cart, { format }: PricedCart): Promise<void> {
  const empty: Cart = {
    ...cart,
    version: cart.version + 1,
    updated_at: work.now,
    items: [],
    coupons: [],
    custom_attributes: {},
  }
  await updateCart(work.tx, empty)
  emitCart(work, 'updated', { cart: empty, format, lines: [], gifts: [], images: new Map(), totals: NO_TOTALS })
}

function refuseUnavailable({ lines }: PricedCart): void {
  if (lines.length === 0) throw new AppError('conflict', [{ detail: 'The cart is empty.' }])
  const problems = lines.flatMap(({ item, name, sku, unavailable }) =>
    unavailable === null ? [] : [{ detail: `${name || sku || item.product_id} cannot be bought: ${unavailable}` }],
  )
  if (problems.length > 0) throw new AppError('conflict', problems)
}

async function refuseAddresses(
  work: Work,
  checkout: Checkout,
  required: Parameters<typeof checkAddresses>[2],
): Promise<void> {
  const problems = await checkAddresses(work, checkout, required)
  if (problems.length > 0) throw invalid(problems)
}

function itemsOf(work: Work, { lines, gifts }: PricedCheckout): OrderItem[] {
  return [...lines.map((line) => itemOf(work, line)), ...gifts.map((gift) => giftOf(work, gift))]
}

function giftOf(work: Work, gift: CartGift): OrderItem {
  const { offer, quantity, promotion_id } = gift
  const { product_id, sku, name, shippable } = offer
  const amounts = { unit_amount: 0, net: 0, tax: 0, discount: 0, total_discount: 0, includes_tax: false, taxes: [] }
  const product = { product_id, sku, name, shippable, quantity, promotion_id }
  return { id: newId(work.now), cart_item_id: giftId(gift), ...product, ...amounts, ...NEW_COUNTERS, ...NO_CUSTOM_DATA }
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
    total_discount: priced.total_discount,
    taxes: priced.taxes,
    shippable: offer?.shippable ?? false,
    promotion_id: null,
    ...NEW_COUNTERS,
    custom_inputs: item.custom_inputs,
    custom_attributes: item.custom_attributes,
  }
}

function stockOf(items: readonly OrderItem[]) {
  return items.flatMap(({ product_id, quantity, name }) =>
    product_id === null ? [] : [{ product_id, quantity, name }],
  )
}
