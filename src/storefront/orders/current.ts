import type { Outcome } from '../../pricing/evaluation.ts'
import type { FiguredTax } from '../../pricing/taxes.ts'
import { addressFaults } from '../../store/addresses/faults.ts'
import { couponTroubles } from '../../store/carts/coupons.ts'
import { type Figures, figuresOf } from '../../store/carts/figures.ts'
import { isShipped, type Shipped, waysToSend } from '../../store/checkout/shipping.ts'
import { offersShipping } from '../../store/shipping/quote.ts'
import { currentCart, type ShopCart } from '../carts/current.ts'
import { opaque } from '../hypermedia/opaque.ts'
import type { Message, Ref } from '../hypermedia/resource.ts'
import { once, type Shop } from '../shop.ts'
import { addressesOf } from '../shoppers/address.ts'
import { fieldOf, type GuestAddress } from '../shoppers/address-form.ts'
import type { PaymentMethod } from '../shoppers/payment-method.ts'
import { known, type Told } from '../shoppers/told.ts'

/** What a shopper's cart would be bought as. It has the cart's id. */
export type ShopOrder = {
  params: Readonly<{ scope: string; order: string }>
  cart: ShopCart
  told: Told
  /** Whether anything of it has to be sent. */
  ships: boolean
  addresses: readonly GuestAddress[]
  billing_address: GuestAddress | null
  shipping_address: GuestAddress | null
  /** How it can be sent to the shipping address. */
  ways: readonly Shipped[]
  way: Shipped | null
  payment_method: PaymentMethod | null
  /** With what promotions do for the chosen shipping. */
  outcomes: readonly Outcome[]
  /** What is due, minor units. */
  total: number
  tax: number
  taxes: readonly FiguredTax[]
  /** What it comes to, for the address that it is bought by: nobody is charged something else than was shown. */
  figures: Figures
  /** What stands in the way of buying it. */
  blocks: readonly Message[]
}

/** Read and priced once for a request. */
export function currentOrder(shop: Shop): Promise<ShopOrder> {
  return once(shop, 'order', async () => {
    const cart = await currentCart(shop)
    const { told } = await known(shop)
    const { priced, params } = cart
    const addresses = await addressesOf(shop)
    const shipping_address = addresses.find(({ id }) => id === told.shipping_address) ?? null
    const ships = isShipped(priced)
    const { options, outcomes } = await waysOf(shop, cart, ships && shipping_address !== null)
    const way = options.find(({ quote }) => quote.id === priced.cart.shipping_option_id) ?? null
    const { tax, with_tax, taxes } = way?.priced ?? NOT_SENT
    const order = {
      params: { scope: params.scope, order: params.cart },
      cart,
      told,
      ships,
      addresses,
      billing_address: addresses.find(({ id }) => id === told.billing_address) ?? null,
      shipping_address,
      ways: options,
      way,
      payment_method: told.payment_methods.find(({ id }) => id === told.payment_method) ?? null,
      outcomes,
      total: priced.totals.with_tax + with_tax,
      tax: priced.totals.tax + tax,
      taxes: [...priced.lines.flatMap((line) => line.priced.taxes), ...taxes],
      figures: figuresOf(priced, { tax, with_tax }),
    }
    return { ...order, blocks: await blocksOf(shop, order) }
  })
}

const NOT_SENT = { tax: 0, with_tax: 0, taxes: [] }

async function waysOf(shop: Shop, { priced }: ShopCart, isSent: boolean) {
  if (!isSent) return { options: [], outcomes: priced.outcomes }
  const { deps, owner, now } = shop
  const chosen = priced.cart.shipping_option_id
  return waysToSend({ db: deps.db, owner, now }, priced, { chosen, others: true })
}

const SUBMIT = 'submitorderaction'

async function blocksOf(shop: Shop, order: Omit<ShopOrder, 'blocks'>): Promise<Message[]> {
  const { params, cart, told, ships, billing_address, shipping_address, way, payment_method } = order
  const isKnown = shop.caller.customer_id !== null || told.email !== null
  return [
    ...wrongLines(order),
    ...wrongCoupons(order),
    ...(isKnown ? [] : [need('email', 'an e-mail address', { name: 'email info', params })]),
    ...(billing_address === null
      ? [need('billing.address', 'a billing address', { name: 'billing address info', params })]
      : []),
    ...(ships && shipping_address === null
      ? [need('shipping.address', 'a shipping address', { name: 'destination info', params })]
      : []),
    ...wrongAddresses(order),
    ...(ships && shipping_address !== null && way === null ? await needOfShipping(shop, order) : []),
    ...(cart.lines.size > 0 && order.total > 0 && payment_method === null
      ? [need('payment.method', 'a payment method', { name: 'payment method info', params })]
      : []),
  ]
}

/** Addresses that were written elsewhere may lack what a checkout asks for. */
function wrongAddresses(order: Omit<ShopOrder, 'blocks'>): Message[] {
  const { ships, billing_address, shipping_address, params } = order
  const address = ships ? shipping_address : (shipping_address ?? billing_address)
  if (address === null) return []
  const wrong = addressFaults(address, ships ? 'delivered' : 'taxed').map(({ field }) => fieldOf(field))
  if (wrong.length === 0) return []
  const text = (kind: string) => `a whole ${kind} address: correct its ${wrong.join(', ')}`
  return ships
    ? [need('shipping.address', text('shipping'), { name: 'destination info', params })]
    : [need('billing.address', text('billing'), { name: 'billing address info', params })]
}

/** A store without shipping options sends what it sells in ways that it does not ask about. */
async function needOfShipping(shop: Shop, { ways, params }: Omit<ShopOrder, 'blocks'>): Promise<Message[]> {
  if (ways.length > 0) return [need('shipping.option', 'a shipping option', { name: 'shipping option info', params })]
  if (!(await offersShipping(shop.deps.db, shop.owner))) return []
  return [need('shipping.option', 'an address that the store sends to', { name: 'destination info', params })]
}

function need(what: string, text: string, linked_to: Ref): Message {
  const words = `The order needs ${text}.`
  return { type: 'needinfo', id: `need.${what}`, 'debug-message': words, data: {}, linked_to, blocks: SUBMIT }
}

function wrongLines({ cart: { lines, priced, params } }: Omit<ShopOrder, 'blocks'>): Message[] {
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
      'debug-message': `${names.get(id) ?? 'An item'} cannot be bought at the moment: take it out of the cart.`,
      data: {},
      linked_to: { name: 'line item', params: { ...params, lineitem: opaque(id) } },
    }))
}

function wrongCoupons({ cart: { priced }, params }: Omit<ShopOrder, 'blocks'>): Message[] {
  return couponTroubles(priced).map(({ code, trouble }) => ({
    type: 'error',
    id: 'coupon.no.longer.available',
    'debug-message': `Coupon ${code} cannot be used: ${trouble}. Take it off the order.`,
    data: { code },
    linked_to: { name: 'order coupon', params: { ...params, coupon: opaque(code) } },
    blocks: SUBMIT,
  }))
}
