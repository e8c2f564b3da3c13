import type { Outcome } from '../../pricing/evaluation.ts'
import type { ComputedTax } from '../../pricing/taxes.ts'
import { namedRegions } from '../../store/addresses/sql/named-regions.ts'
import { addressFaults } from '../../store/addresses/validate.ts'
import { couponProblems } from '../../store/carts/coupons.ts'
import { type Quote, quoteOf } from '../../store/carts/quote.ts'
import { findShippingChoices, type PricedShippingOption, requiresShipping } from '../../store/checkout/shipping.ts'
import { offersShipping } from '../../store/shipping/quote.ts'
import { type CurrentCart, currentCart } from '../carts/current.ts'
import { loadOnce, type StorefrontContext } from '../context.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import type { Message, Ref } from '../hypermedia/resource.ts'
import { addressesOf } from '../shoppers/address-book.ts'
import { formFieldName, type ShopperAddress } from '../shoppers/address-form.ts'
import type { PaymentMethod } from '../shoppers/payment-method.ts'
import { type CheckoutDetails, methodsOf, shopperIdOf, shopperState } from '../shoppers/sql/checkout-details.ts'
import { findShortages } from './shortages.ts'

/** The order that a purchase of the current cart would create. It has the id of the cart. */
export type CurrentOrder = {
  params: Readonly<{ scope: string; order: string }>
  shopper_id: string
  cart: CurrentCart
  details: CheckoutDetails
  /** True if something has to be shipped. */
  ships: boolean
  addresses: readonly ShopperAddress[]
  billing_address: ShopperAddress | null
  shipping_address: ShopperAddress | null
  shipping_options: readonly PricedShippingOption[]
  shipping_option: PricedShippingOption | null
  payment_method: PaymentMethod | null
  /** Outcomes include promotions on the chosen shipping option. */
  outcomes: readonly Outcome[]
  /** The amount due, in minor units. */
  total: number
  tax: number
  taxes: readonly ComputedTax[]
  /** The displayed amounts, which the purchase form has in its URI so that other amounts are never charged. */
  quote: Quote
  /** The reasons why it cannot be bought yet. */
  blockers: readonly Message[]
}

/** Read and priced at most once per request. */
export function currentOrder(context: StorefrontContext): Promise<CurrentOrder> {
  return loadOnce(context, 'order', async () => {
    const cart = await currentCart(context)
    const { details } = await shopperState(context)
    const { priced, params } = cart
    const addresses = await addressesOf(context)
    const shipping_address = addresses.find(({ id }) => id === details.shipping_address) ?? null
    const ships = requiresShipping(priced)
    const { options, outcomes } = await shippingOptionsFor(context, cart, ships && shipping_address !== null)
    const shipping_option = options.find(({ quote }) => quote.id === priced.cart.shipping_option_id) ?? null
    const { tax, with_tax, taxes } = shipping_option?.priced ?? NO_SHIPPING
    const order = {
      params: { scope: params.scope, order: params.cart },
      shopper_id: shopperIdOf(context.caller).shopper_id,
      cart,
      details,
      ships,
      addresses,
      billing_address: addresses.find(({ id }) => id === details.billing_address) ?? null,
      shipping_address,
      shipping_options: options,
      shipping_option,
      payment_method: methodsOf(details).find(({ id }) => id === details.payment_method) ?? null,
      outcomes,
      total: priced.totals.with_tax + with_tax,
      tax: priced.totals.tax + tax,
      taxes: [...priced.lines.flatMap((line) => line.priced.taxes), ...taxes],
      quote: quoteOf(priced, { tax, with_tax }),
    }
    return { ...order, blockers: await findBlockers(context, order) }
  })
}

const NO_SHIPPING = { tax: 0, with_tax: 0, taxes: [] }

async function shippingOptionsFor(context: StorefrontContext, { priced }: CurrentCart, hasDestination: boolean) {
  if (!hasDestination) return { options: [], outcomes: priced.outcomes }
  const { deps, owner, now } = context
  const chosen = priced.cart.shipping_option_id
  return findShippingChoices({ db: deps.db, owner, now }, priced, { chosen, others: true })
}

const SUBMIT = 'submitorderaction'

async function findBlockers(context: StorefrontContext, order: Omit<CurrentOrder, 'blockers'>): Promise<Message[]> {
  const { params, cart, details, ships, billing_address, shipping_address, shipping_option, payment_method } = order
  const isKnown = context.caller.customer_id !== null || details.email !== null
  return [
    ...lineErrors(order),
    ...(await findShortages(context, cart)).map((shortage) => ({ ...shortage, blocks: SUBMIT })),
    ...couponErrors(order),
    ...(isKnown ? [] : [needInfo('email', 'an e-mail address', { name: 'email info', params })]),
    ...(billing_address === null
      ? [needInfo('billing.address', 'a billing address', { name: 'billing address info', params })]
      : []),
    ...(ships && shipping_address === null
      ? [needInfo('shipping.address', 'a shipping address', { name: 'destination info', params })]
      : []),
    ...(await addressErrors(context, order)),
    ...(ships && shipping_address !== null && shipping_option === null ? await shippingNeeds(context, order) : []),
    ...(cart.lines.size > 0 && order.total > 0 && payment_method === null
      ? [needInfo('payment.method', 'a payment method', { name: 'payment method info', params })]
      : []),
  ]
}

/** Addresses that were entered elsewhere may lack fields that a checkout requires. */
async function addressErrors(context: StorefrontContext, order: Omit<CurrentOrder, 'blockers'>): Promise<Message[]> {
  const { ships, billing_address, shipping_address, params } = order
  const address = ships ? shipping_address : (shipping_address ?? billing_address)
  if (address === null) return []
  const use = ships ? 'delivered' : 'taxed'
  const named = await namedRegions(context.deps.db, context.owner.store_id, address, use)
  const incomplete = addressFaults(address, { use, named }).map(({ field }) => formFieldName(field))
  if (incomplete.length === 0) return []
  const text = (kind: string) => `a complete ${kind} address: correct its ${incomplete.join(', ')}`
  return ships
    ? [needInfo('shipping.address', text('shipping'), { name: 'destination info', params })]
    : [needInfo('billing.address', text('billing'), { name: 'billing address info', params })]
}

/** A store without any shipping options does not require one. */
async function shippingNeeds(
  context: StorefrontContext,
  { shipping_options, params }: Omit<CurrentOrder, 'blockers'>,
): Promise<Message[]> {
  if (shipping_options.length > 0)
    return [needInfo('shipping.option', 'a shipping option', { name: 'shipping option info', params })]
  if (!(await offersShipping(context.deps.db, context.owner))) return []
  return [needInfo('shipping.option', 'an address that the store ships to', { name: 'destination info', params })]
}

function needInfo(what: string, text: string, linked_to: Ref): Message {
  const sentence = `The order needs ${text}.`
  return { type: 'needinfo', id: `need.${what}`, 'debug-message': sentence, data: {}, linked_to, blocks: SUBMIT }
}

function lineErrors({ cart: { lines, priced, params } }: Omit<CurrentOrder, 'blockers'>): Message[] {
  const error = { type: 'error', blocks: SUBMIT } as const
  if (priced.lines.length === 0) {
    const linked_to = { name: 'line items', params }
    return [{ ...error, id: 'cart.empty', 'debug-message': 'The cart is empty.', data: {}, linked_to }]
  }
  const names = new Map(priced.lines.map(({ item, name, sku }) => [item.id, name || sku || 'An item']))
  return [...lines.values()]
    .filter(({ price }) => price === null)
    .map(({ id }) => ({
      ...error,
      id: 'cart.item.not.available',
      'debug-message': `${names.get(id) ?? 'An item'} cannot be bought at the moment: remove it from the cart.`,
      data: {},
      linked_to: { name: 'line item', params: { ...params, lineitem: encodeId(id) } },
    }))
}

function couponErrors({ cart: { priced }, params }: Omit<CurrentOrder, 'blockers'>): Message[] {
  return couponProblems(priced).map(({ code, problem }) => ({
    type: 'error',
    id: 'coupon.no.longer.available',
    'debug-message': `Coupon ${code} cannot be used: ${problem}. Remove it from the order.`,
    data: { code },
    linked_to: { name: 'order coupon', params: { ...params, coupon: encodeId(code) } },
    blocks: SUBMIT,
  }))
}
