import type { CatalogIds } from './catalog.ts'
import type { TourContext } from './context.ts'
import { ADDRESS, type Buyers } from './people.ts'

type Sale = { catalog: CatalogIds; buyers: Buyers; code: string }

/** Carts up to checkout, then the order with its payments, notes and shipments. */
export async function showSales(context: TourContext, sale: Sale): Promise<void> {
  await showCarts(context, sale)
  const order_id = await showCheckout(context, sale)
  await showPayments(context, order_id)
  await showNotes(context, order_id)
  await showShipments(context, order_id)
  await showOrders(context, order_id)
}

const CART = 'cart-of-ada'

async function showCarts({ seller, aside, read }: TourContext, { catalog, buyers, code }: Sale): Promise<void> {
  await seller('CreateCart', {
    data: { type: 'cart', id: CART, name: 'Spring', currency: 'USD', country: 'US', region: 'OR', postcode: '97205' },
  })
  await seller('UpdateCart', { data: { type: 'cart', description: 'For the trip to the coast' } })
  const added = await seller('AddCartItems', { data: { type: 'cart_item', id: catalog.product_id, quantity: 1 } })
  const [{ id }] = added.data
  const at = { cart_item_id: id }
  await seller('UpdateCartItem', { data: { type: 'cart_item', quantity: 3 } }, { at })
  await seller('UpdateCartItems', { data: [{ type: 'cart_item', id, quantity: 2 }] })
  await seller('AddCartCoupon', { data: { type: 'coupon', code } })
  const customer = { data: [{ type: 'customer', id: buyers.customer_id }] }
  const holder = { headers: { 'X-Customer-Token': buyers.customer_token } }
  await seller('AddCartCustomers', customer, holder)
  await seller('RemoveCartCustomers', customer)
  const account = { data: [{ type: 'account', id: buyers.account_id }] }
  await seller('AddCartAccounts', account)
  await seller('RemoveCartAccounts', account)
  const tax = { type: 'tax_item', name: 'Recycling fee', jurisdiction: 'Oregon', code: 'recycling', amount: 15 }
  const taxed = await seller('AddTaxItems', { data: tax }, { at })
  const at_tax = { at: { ...at, tax_item_id: taxed.data.id } }
  await seller('UpdateTaxItem', { data: { type: 'tax_item', amount: 20 } }, at_tax)
  await read('/v2/carts')
  await seller('DeleteTaxItem', undefined, at_tax)
  const item = { data: { type: 'cart_item', id } }
  await seller('AddCartTaxes', { data: [{ ...tax, relationships: { item } }] })
  await seller('DeleteTaxItems', undefined, { at })
  await aside.post(`/v2/carts/${CART}/items/${id}/taxes`, { data: tax })
  await seller('DeleteCartTaxes')
  await seller('RemoveCartCoupon', undefined, { at: { code } })
  await aside.post(`/v2/carts/${CART}/coupons`, { data: { type: 'coupon', code } })
  await seller('RemoveCartDiscount', undefined, { at: { code } })
  await seller('DeleteCartItem', undefined, { at })
  await aside.post(`/v2/carts/${CART}/items`, { data: { type: 'cart_item', id: catalog.product_id, quantity: 1 } })
  await seller('DeleteCartItems')
}

async function showCheckout({ seller, aside }: TourContext, { catalog, code }: Sale): Promise<string> {
  const [{ id: shipping_option_id }] = (await aside.get('/v2/shipping-options')).body.data
  await aside.post(`/v2/carts/${CART}/items`, { data: { type: 'cart_item', id: catalog.product_id, quantity: 2 } })
  await aside.post(`/v2/carts/${CART}/coupons`, { data: { type: 'coupon', code } })
  const order = await seller(
    'CheckOut',
    {
      data: {
        customer: { name: 'Ada Marsh', email: 'ada.marsh@example.com' },
        billing_address: ADDRESS,
        shipping_address: ADDRESS,
        shipping_option_id,
        order_number: 'W-10017',
      },
    },
    { headers: { 'idempotency-key': 'checkout-cart-of-ada-1' } },
  )
  return order.data.id
}

async function showPayments({ seller, aside, read }: TourContext, order_id: string): Promise<void> {
  const payments = `/v2/orders/${order_id}/payments`
  const transactions = `/v2/orders/${order_id}/transactions`
  const given_up = await aside.post(payments, { data: { gateway: 'manual', method: 'authorize', amount: 1000 } })
  await seller('CancelTransaction', undefined, { at: { order_id, transaction_id: given_up.body.data.id } })
  const later = { outcome: 'approve_later', after_seconds: 86_400 }
  const pending = await aside.post(payments, {
    data: { gateway: 'sandbox', method: 'purchase', amount: 1000, options: later },
  })
  await seller(
    'ConfirmTransaction',
    { data: { outcome: 'failed' } },
    { at: { order_id, transaction_id: pending.body.data.id } },
  )
  const paid = await seller('PayOrder', { data: { gateway: 'sandbox', method: 'authorize' } }, { at: { order_id } })
  const at = { order_id, transaction_id: paid.data.id }
  await seller('CaptureTransaction', { data: {} }, { at })
  const [item] = (await aside.get(`/v2/orders/${order_id}/items`)).body.data
  const units = { data: { items: [{ id: item.id, quantity: 1 }], reason: 'unwanted' } }
  await seller('PreviewRefund', units, { at })
  await seller('RefundTransaction', units, { at })
  await read(transactions)
}

async function showNotes({ seller, read }: TourContext, order_id: string): Promise<void> {
  const text = 'Called: leave it at the door.'
  const note = await seller('CreateOrderNote', { data: { type: 'order_note', text } }, { at: { order_id } })
  await read('/v2/orders/{order_id}/notes')
  await seller('DeleteOrderNote', undefined, { at: { order_id, order_note_id: note.data.id } })
}

async function showShipments({ seller, aside, read }: TourContext, order_id: string): Promise<void> {
  const at = { order_id }
  const [item] = (await aside.get(`/v2/orders/${order_id}/items`)).body.data
  const created = await seller(
    'CreateShipment',
    {
      data: {
        type: 'shipment',
        carrier: 'Carrier Pigeon',
        tracking_number: 'CP-20417',
        tracking_url: 'https://pigeons.example.com/track/CP-20417',
        items: [{ id: item.id, quantity: 1 }],
      },
    },
    { at },
  )
  const shipment = { at: { order_id, shipment_id: created.data.id } }
  await seller('UpdateShipment', { data: { type: 'shipment', tracking_number: 'CP-20418' } }, shipment)
  await read('/v2/orders')
  await seller('CancelShipment', undefined, shipment)
}

async function showOrders({ seller, aside }: TourContext, order_id: string): Promise<void> {
  await seller('UpdateOrder', { data: { type: 'order', external_ref: 'erp-5501' } }, { at: { order_id } })
  await aside.put(`/v2/orders/${order_id}`, { data: { type: 'order', shipping: 'fulfilled' } })
  await seller('AnonymizeOrders', { data: { order_ids: [order_id] } })
}
