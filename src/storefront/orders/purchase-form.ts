import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../kernel/errors.ts'
import { checkOut } from '../../store/checkout/checkout.ts'
import { availability } from '../../store/inventory/stock.ts'
import { change, type Work } from '../../store/kit/work.ts'
import type { Order } from '../../store/orders/order.ts'
import { payOrder } from '../../store/orders/pay.ts'
import { assertCurrent, storedCart } from '../carts/current.ts'
import { Refusal } from '../hypermedia/messages.ts'
import { opaque } from '../hypermedia/opaque.ts'
import type { Message, Outcome, Params, Resource } from '../hypermedia/resource.ts'
import { purchaseAt } from '../purchases/bought.ts'
import type { Shop } from '../shop.ts'
import type { GuestAddress } from '../shoppers/address-form.ts'
import { known, lockKnown, shopperIdOf, updateKnown } from '../shoppers/told.ts'
import { currentOrder, type ShopOrder } from './current.ts'
import { NEEDINFO, needinfoOf, ofOrder } from './order.ts'

/** The last step. Its action is there once nothing stands in the way. */
export const purchaseForm: Resource<Shop> = {
  name: 'purchase form',
  type: 'shop.purchases.purchase-form',
  path: '/purchases/orders/:scope/:order/form',
  max_age: 0,
  relations: { order: 'order', submitorderaction: 'purchase form', needinfo: NEEDINFO },
  read: ofOrder((order) => ({
    links: [
      { rel: 'order', rev: 'purchaseform', params: order.params },
      ...(order.blocks.length === 0 ? [{ rel: 'submitorderaction', params: order.params }] : []),
      ...needinfoOf(order),
    ],
    messages: order.blocks,
  })),
  post: submit,
}

/** Buys what is in the cart and authorizes the payment, or does nothing at all. The shopper goes on with an empty cart. */
async function submit(shop: Shop, params: Params): Promise<Outcome> {
  await assertCurrent(shop, params, 'order')
  const order = await currentOrder(shop)
  const { number } = await known(shop)
  if (order.blocks.length > 0) throw new Refusal('conflict', order.blocks)
  const shopper = shopperIdOf(shop.caller)
  const { store_id } = shop.owner
  try {
    const made = await change(shop.deps, shop.owner, async (work) => {
      const before = await lockKnown(work.tx, store_id, shopper)
      if (before.number !== number) throw bought()
      if (!isDeepStrictEqual(before.told, order.told)) throw changedMeanwhile()
      const { order: sold } = await checkOut(work, requestFor(shop, order, number))
      await authorize(work, sold, order)
      await updateKnown(work, store_id, shopper, { ...before, number: number + 1 })
      return sold
    })
    return { status: 201, at: { name: 'purchase', params: purchaseAt(shop, made.id) } }
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof Refusal || error.code !== 'conflict') throw error
    const short = await shortOf(shop, order)
    throw short.length === 0 ? error : new Refusal('conflict', short)
  }
}

function requestFor(shop: Shop, order: ShopOrder, number: number): Parameters<typeof checkOut>[1] {
  const { caller, shopper } = shop
  const { told, billing_address, shipping_address, way } = order
  if (billing_address === null) throw new Error('An order without a billing address is blocked.')
  const name = `${billing_address.first_name} ${billing_address.last_name}`.trim()
  const customer =
    told.email === null && caller.customer_id !== null ? { id: caller.customer_id } : { name, email: told.email ?? '' }
  return {
    cart_id: storedCart(shop, number),
    role: 'shopper',
    shopper,
    session_id: caller.session_id,
    account_member_id: caller.account_member_id,
    expected_version: null,
    closes: true,
    checkout: {
      customer,
      billing_address: wordsOf(billing_address),
      shipping_address: wordsOf(shipping_address ?? billing_address),
      ...(way !== null && { shipping_option_id: way.quote.id }),
    },
  }
}

function wordsOf({ id: _, ...words }: GuestAddress): Record<string, string> {
  return words
}

/** Of all that is owed. Throws `payment.declined`, which undoes the purchase. */
async function authorize(work: Work, { id, with_tax }: Order, { payment_method, params }: ShopOrder): Promise<void> {
  if (with_tax === 0) return
  const { gateway = '', outcome = null, display_name = '' } = payment_method ?? {}
  const options = outcome === null ? {} : { outcome }
  const payment = {
    gateway,
    method: 'authorize' as const,
    payer: 'shopper' as const,
    options,
    payment_method: display_name,
  }
  const { transaction } = await payOrder(work, id, payment).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'invalid' ? unusable(params) : error
  })
  if (transaction.status === 'failed') throw refusedPayment('payment.declined', 'The payment was declined.', params)
}

function unusable(params: Params): Refusal {
  const text = 'The store does not take this payment method any more: choose another.'
  return refusedPayment('payment.method.not.available', text, params)
}

function refusedPayment(id: string, text: string, params: Params): Refusal {
  const linked_to = { name: 'payment method info', params }
  return new Refusal('conflict', [{ type: 'error', id, 'debug-message': text, data: {}, linked_to }])
}

/** A message for each line of which there is not enough. */
async function shortOf({ deps, owner }: Shop, { cart }: ShopOrder): Promise<Message[]> {
  const lines = [...cart.lines.values()]
  const stock = await availability(
    deps.db,
    owner,
    lines.flatMap(({ product_id }) => product_id ?? []),
  )
  return lines.flatMap(({ id, product_id, quantity }): Message[] => {
    const available = stock.get(product_id ?? '')?.available
    if (available === undefined || available >= quantity) return []
    const linked_to = { name: 'line item', params: { ...cart.params, lineitem: opaque(id) } }
    const data = { 'inventory-available': String(available), 'quantity-requested': String(quantity) }
    const text = `Of this item ${available} are available, ${quantity} are asked for.`
    return [{ type: 'error', id: 'item.insufficient.inventory', 'debug-message': text, data, linked_to }]
  })
}

function bought(): AppError {
  return new AppError('forbidden', [{ detail: 'This order was bought already.' }])
}

function changedMeanwhile(): Refusal {
  const text = 'The order was changed meanwhile: look at it again.'
  return new Refusal('conflict', [{ type: 'error', id: 'order.changed', 'debug-message': text, data: {} }])
}
