import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../kernel/errors.ts'
import { isSameQuote, parseQuote, type Quote, QuoteChanged } from '../../store/carts/quote.ts'
import { checkOut } from '../../store/checkout/checkout.ts'
import { change, type Work } from '../../store/kit/work.ts'
import type { Order } from '../../store/orders/order.ts'
import { payOrder } from '../../store/orders/payments/pay.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { conflict, errorMessage, MessageError } from '../hypermedia/messages.ts'
import { decodeId } from '../hypermedia/opaque-id.ts'
import type { ChangeResult, Message, Params } from '../hypermedia/resource.ts'
import { cost } from '../money.ts'
import type { ShopperAddress } from '../shoppers/address-form.ts'
import { assertCurrent, storedCartId } from '../shoppers/current-cart.ts'
import {
  detailsOfNextOrder,
  lockShopperState,
  shopperIdOf,
  shopperState,
  updateShopperState,
} from '../shoppers/sql/checkout-details.ts'
import { type CurrentOrder, currentOrder } from './current.ts'
import { NEEDINFO, needinfoLinks, orderReader, quotedParams } from './order.ts'
import { purchaseParams } from './purchase-params.ts'
import { findShortages } from './shortages.ts'

const form = {
  type: 'shop.purchases.purchase-form',
  max_age: 0,
  relations: {
    submitorderaction: { to: 'shown purchase form', when: 'if no message prevents the purchase' },
    order: { to: 'order', rev: 'purchaseform' },
    needinfo: NEEDINFO,
  },
  post: {
    description:
      'Buys the order for the amounts of the form, or fails if they have changed. Afterwards the shopper has a new cart.',
    leads_to: 'purchase',
    run: submit,
  },
} as const

export const purchaseForm: StorefrontResource = {
  ...form,
  name: 'purchase form',
  path: '/purchases/orders/:scope/:order/form',
  description: 'The form that buys an order for its current amounts, with a message for everything that prevents it.',
  read: orderReader(renderForm),
}

export const quotedPurchaseForm: StorefrontResource = {
  ...form,
  name: 'shown purchase form',
  path: '/purchases/orders/:scope/:order/form/:quote',
  description: 'The form that buys an order for the amounts that were displayed, or not at all.',
  relations: {
    ...form.relations,
    purchaseform: { to: 'purchase form', when: 'if the amounts have changed since they were displayed' },
  },
  read: orderReader((order, params) => {
    const displayed = quoteIn(params)
    if (displayed === null || isSameQuote(displayed, order.quote)) return renderForm(order)
    const { links, messages } = renderForm({
      ...order,
      blockers: [quoteChangedBlocker(displayed, order), ...order.blockers],
    })
    return { links: [...links, { rel: 'purchaseform', params: order.params }], messages }
  }),
}

function renderForm(order: CurrentOrder) {
  const { blockers, params } = order
  return {
    links: [
      ...(blockers.length === 0 ? [{ rel: 'submitorderaction', params: quotedParams(order) }] : []),
      { rel: 'order', params },
      ...needinfoLinks(order),
    ],
    messages: blockers,
  }
}

/** Null if the URI has no amounts. Throws `malformed_query` for an invalid value. */
function quoteIn({ quote }: Params): Quote | null {
  if (quote === undefined) return null
  const read = parseQuote(decodeId(quote))
  if (read !== null) return read
  throw new AppError('malformed_query', [{ detail: 'The URI contains invalid amounts.' }])
}

/** Checks out and authorizes the payment in one transaction. Afterwards the shopper has a new, empty cart. */
async function submit(context: StorefrontContext, params: Params): Promise<ChangeResult> {
  await assertCurrent(context, params, 'order')
  const displayed = quoteIn(params)
  const order = await currentOrder(context)
  const { number } = await shopperState(context)
  if (order.blockers.length > 0) throw new MessageError('conflict', order.blockers)
  const shopper = shopperIdOf(context.caller)
  const { store_id } = context.owner
  try {
    const purchased = await change(context.deps, context.owner, async (work) => {
      const before = await lockShopperState(work.tx, store_id, shopper)
      if (before.number !== number) throw alreadyBought()
      if (!isDeepStrictEqual(before.details, order.details)) throw orderChanged()
      const { order: sold } = await checkOut(work, requestFor(context, order, { number, displayed }))
      await authorize(work, sold, order)
      await updateShopperState(work, store_id, shopper, {
        number: number + 1,
        details: detailsOfNextOrder(before.details),
      })
      return sold
    })
    return { status: 201, location: purchaseParams(context, purchased.id) }
  } catch (error) {
    if (error instanceof QuoteChanged) throw new MessageError('conflict', [quoteChangedMessage(error, order)])
    if (!(error instanceof AppError) || error instanceof MessageError || error.code !== 'conflict') throw error
    const shortages = await findShortages(context, order.cart)
    throw shortages.length === 0 ? error : new MessageError('conflict', shortages)
  }
}

type BuyRequest = { number: number; displayed: Quote | null }

function requestFor(
  context: StorefrontContext,
  order: CurrentOrder,
  { number, displayed }: BuyRequest,
): Parameters<typeof checkOut>[1] {
  const { caller, shopper } = context
  const { details, billing_address, shipping_address, shipping_option } = order
  if (billing_address === null) throw new Error('An order without a billing address is blocked.')
  const name = `${billing_address.first_name} ${billing_address.last_name}`.trim()
  const customer =
    details.email === null && caller.customer_id !== null
      ? { id: caller.customer_id }
      : { name, email: details.email ?? '' }
  return {
    cart_id: storedCartId(context, number),
    role: 'shopper',
    shopper,
    session_id: caller.session_id,
    account_member_id: caller.account_member_id,
    expected: { version: null, quote: displayed },
    closes: true,
    checkout: {
      customer,
      billing_address: withoutId(billing_address),
      shipping_address: withoutId(shipping_address ?? billing_address),
      ...(shipping_option !== null && { shipping_option: shipping_option.quote.id }),
    },
  }
}

function withoutId({ id: _, ...fields }: ShopperAddress): Record<string, string> {
  return fields
}

/** Authorizes the full amount. Throws `payment.declined`, which rolls the purchase back. */
async function authorize(work: Work, { id, with_tax }: Order, { payment_method, params }: CurrentOrder): Promise<void> {
  if (with_tax === 0) return
  const { gateway = '', outcome = null, display_name = '', reference } = payment_method ?? {}
  const options = outcome === null ? {} : { outcome }
  const payment = {
    gateway,
    method: 'authorize' as const,
    payer: 'shopper' as const,
    options,
    payment_method: display_name,
    ...(reference !== undefined && { reference }),
  }
  const { transaction } = await payOrder(work, id, payment).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'invalid' ? methodNotAvailable(params) : error
  })
  if (transaction.status === 'failed') throw paymentError('payment.declined', 'The payment was declined.', params)
}

function methodNotAvailable(params: Params): MessageError {
  const text = 'The store no longer accepts this payment method: choose another.'
  return paymentError('payment.method.not.available', text, params)
}

function paymentError(id: string, text: string, params: Params): MessageError {
  const linked_to = { name: 'payment method info', params }
  return conflict(id, text, { linked_to })
}

function quoteChangedBlocker(displayed: Quote, order: CurrentOrder): Message {
  const error = new QuoteChanged(displayed, order.quote, { lines: order.cart.priced.lines, advice: '' })
  return { ...quoteChangedMessage(error, order), blocks: 'submitorderaction' }
}

/** Amounts are written as in every other resource. */
function quoteChangedMessage(changed: QuoteChanged, { cart: { format }, params }: CurrentOrder): Message {
  const summary = changed.summarize(format.display)
  const text = `The order's amounts have changed since they were displayed, ${summary}. Review the order again.`
  const data = {
    'total-shown': String(cost(changed.before.total, format).amount),
    total: String(cost(changed.after.total, format).amount),
  }
  return errorMessage('order.total.changed', text, { data, linked_to: { name: 'order', params } })
}

function alreadyBought(): AppError {
  return new AppError('forbidden', [{ detail: 'This order was already bought.' }])
}

function orderChanged(): MessageError {
  return conflict('order.changed', 'The order was changed in the meantime. Review it again.')
}
