import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../kernel/errors.ts'
import { type Figures, FiguresMoved, isSame, readFigures } from '../../store/carts/figures.ts'
import { checkOut } from '../../store/checkout/checkout.ts'
import { availability } from '../../store/inventory/stock.ts'
import { change, type Work } from '../../store/kit/work.ts'
import type { Order } from '../../store/orders/order.ts'
import { payOrder } from '../../store/orders/payments/pay.ts'
import { assertCurrent, storedCart } from '../carts/current.ts'
import { Refusal } from '../hypermedia/messages.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Message, Outcome, Params, Resource } from '../hypermedia/resource.ts'
import { purchaseAt } from '../purchases/bought.ts'
import type { Shop } from '../shop.ts'
import type { GuestAddress } from '../shoppers/address-form.ts'
import { known, lockKnown, shopperIdOf, updateKnown } from '../shoppers/told.ts'
import { currentOrder, type ShopOrder } from './current.ts'
import { NEEDINFO, needinfoOf, ofOrder, shownParams } from './order.ts'

const form = {
  type: 'shop.purchases.purchase-form',
  max_age: 0,
  relations: { order: 'order', submitorderaction: 'shown purchase form', needinfo: NEEDINFO },
  post: submit,
} as const

/** The last step. Its action is there once nothing stands in the way, and buys for what the order comes to now. */
export const purchaseForm: Resource<Shop> = {
  ...form,
  name: 'purchase form',
  path: '/purchases/orders/:scope/:order/form',
  read: ofOrder(formOf),
}

/** The same for what an order came to when it was shown: it is bought for that, or not at all. */
export const shownPurchaseForm: Resource<Shop> = {
  ...form,
  name: 'shown purchase form',
  path: '/purchases/orders/:scope/:order/form/:figures',
  relations: { ...form.relations, purchaseform: 'purchase form' },
  read: ofOrder((order, params) => {
    const shown = figuresIn(params)
    if (shown === null || isSame(shown, order.figures)) return formOf(order)
    const { links, messages } = formOf({ ...order, blocks: [moved(shown, order), ...order.blocks] })
    return { links: [...links, { rel: 'purchaseform', params: order.params }], messages }
  }),
}

function formOf(order: ShopOrder) {
  const { blocks, params } = order
  return {
    links: [
      { rel: 'order', rev: 'purchaseform', params },
      ...(blocks.length === 0 ? [{ rel: 'submitorderaction', params: shownParams(order) }] : []),
      ...needinfoOf(order),
    ],
    messages: blocks,
  }
}

/** Null where the address does not say. Throws `malformed_query` for what no order came to. */
function figuresIn({ figures }: Params): Figures | null {
  if (figures === undefined) return null
  const read = readFigures(readOpaque(figures))
  if (read !== null) return read
  throw new AppError('malformed_query', [{ detail: 'The figures in the address cannot be read.' }])
}

/** Buys what is in the cart and authorizes the payment, or does nothing at all. The shopper goes on with an empty cart. */
async function submit(shop: Shop, params: Params): Promise<Outcome> {
  await assertCurrent(shop, params, 'order')
  const shown = figuresIn(params)
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
      const { order: sold } = await checkOut(work, requestFor(shop, order, { number, shown }))
      await authorize(work, sold, order)
      await updateKnown(work, store_id, shopper, { ...before, number: number + 1 })
      return sold
    })
    return { status: 201, at: { name: 'purchase', params: purchaseAt(shop, made.id) } }
  } catch (error) {
    if (error instanceof FiguresMoved) throw new Refusal('conflict', [movedMessage(error, order.params)])
    if (!(error instanceof AppError) || error instanceof Refusal || error.code !== 'conflict') throw error
    const short = await shortOf(shop, order)
    throw short.length === 0 ? error : new Refusal('conflict', short)
  }
}

type Buying = { number: number; shown: Figures | null }

function requestFor(shop: Shop, order: ShopOrder, { number, shown }: Buying): Parameters<typeof checkOut>[1] {
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
    seen: { version: null, figures: shown },
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

function moved(shown: Figures, { figures, cart, params }: ShopOrder): Message {
  const error = new FiguresMoved(shown, figures, { lines: cart.priced.lines, advice: '' })
  return { ...movedMessage(error, params), blocks: 'submitorderaction' }
}

function movedMessage({ what, before, after }: FiguresMoved, params: Params): Message {
  const text = `What the order costs has changed since it was shown, ${what}. Look at it again.`
  const data = { 'total-shown': String(before), total: String(after) }
  return { type: 'error', id: 'order.total.changed', 'debug-message': text, data, linked_to: { name: 'order', params } }
}

function bought(): AppError {
  return new AppError('forbidden', [{ detail: 'This order was bought already.' }])
}

function changedMeanwhile(): Refusal {
  const text = 'The order was changed meanwhile: look at it again.'
  return new Refusal('conflict', [{ type: 'error', id: 'order.changed', 'debug-message': text, data: {} }])
}
