import { type Static, Type } from 'typebox'
import { Id, Links, Money, Price, Timestamps, ToMany, ToOne, UnitAndValue } from '../../kernel/schemas.ts'
import { type EventAction, type EventSource, eventsOf, type SampleSource } from '../event-type.ts'
import { links, money, relatedId, timestamps } from '../samples.ts'

export const BillingAddress = Type.Object({
  first_name: Type.String(),
  last_name: Type.String(),
  company_name: Type.String(),
  line_1: Type.String(),
  line_2: Type.String(),
  city: Type.String(),
  postcode: Type.String(),
  county: Type.String(),
  country: Type.String(),
})

export const ShippingAddress = Type.Object({
  ...BillingAddress.properties,
  phone_number: Type.String(),
  instructions: Type.String(),
})

export type BillingAddress = Static<typeof BillingAddress>
export type ShippingAddress = Static<typeof ShippingAddress>

const OrderPrice = Type.Object({ with_tax: Money, without_tax: Money, tax: Money })

export const Order = Type.Object({
  type: Type.Literal('order'),
  id: Id,
  status: Type.Enum(['incomplete', 'processing', 'complete', 'cancelled']),
  payment: Type.Enum([
    'unpaid',
    'partially_authorized',
    'authorized',
    'partially_paid',
    'paid',
    'partially_refunded',
    'refunded',
  ]),
  shipping: Type.Enum(['unfulfilled', 'fulfilled']),
  customer: Type.Object({ name: Type.String(), email: Type.String() }),
  shipping_address: ShippingAddress,
  billing_address: BillingAddress,
  links: Links,
  meta: Type.Object({ display_price: OrderPrice, timestamps: Timestamps }),
  relationships: Type.Object({ items: ToMany('item') }),
})

export const OrderItem = Type.Object({
  type: Type.Literal('order_item'),
  id: Id,
  quantity: Type.Integer({ minimum: 1 }),
  product_id: Type.String(),
  name: Type.String(),
  sku: Type.String(),
  unit_price: Price,
  value: Price,
  links: Type.Partial(Links),
  meta: Type.Object({
    refunded_quantity: Type.Integer({ minimum: 0, description: 'How many of its units were refunded.' }),
    display_price: Type.Object({ with_tax: UnitAndValue, without_tax: UnitAndValue, tax: UnitAndValue }),
    timestamps: Timestamps,
  }),
  relationships: Type.Object({ cart_item: ToOne('cart_item') }),
})

const Payload = Type.Object({ data: Order, included: Type.Object({ items: Type.Array(OrderItem) }) })

/** States of an order that has reached an action on the shortest path. */
const STATES: Readonly<Record<EventAction, Pick<Static<typeof Order>, 'status' | 'payment' | 'shipping'>>> = {
  created: { status: 'incomplete', payment: 'unpaid', shipping: 'unfulfilled' },
  authorized: { status: 'processing', payment: 'authorized', shipping: 'unfulfilled' },
  fulfilled: { status: 'complete', payment: 'paid', shipping: 'fulfilled' },
  cancelled: { status: 'cancelled', payment: 'unpaid', shipping: 'unfulfilled' },
  refunded: { status: 'complete', payment: 'refunded', shipping: 'unfulfilled' },
}

const PAID = { status: 'complete', payment: 'paid', shipping: 'unfulfilled' } as const

const order: EventSource<typeof Payload, 'order'> = {
  entity: 'Order',
  prefix: 'order',
  level: 'store',
  origin: 'store',
  payload: Payload,
  sample: (source, action) => {
    const items = [
      sampleItem(source, action, { number: 1, quantity: 2, name: 'Larch Desk Lamp', sku: 'LAMP-LARCH', unit: 2000 }),
      sampleItem(source, action, { number: 3, quantity: 1, name: 'Linen Shade', sku: 'SHADE-LINEN', unit: 1000 }),
    ]
    return { data: sampleOrder(source, action, items), included: { items } }
  },
}

export const orderEvents = eventsOf({
  ...order,
  actions: {
    created: 'Emitted when a checkout has turned a cart into an order.',
    updated:
      'Emitted once for each change of an order after its creation: captured, completed, refunded, anonymized or other.',
    paid: 'Emitted when the payment status of an order becomes `paid`.',
    authorized: 'Emitted when a payment of an order is authorized.',
    fulfilled: 'Emitted when everything in an order has been shipped.',
    cancelled: 'Emitted when an order is cancelled.',
    refunded: 'Emitted for each refund of an order; `payment` distinguishes a partial refund from a full one.',
  },
})

export const outsideOrderEvents = eventsOf({
  ...order,
  origin: 'outside',
  actions: { deleted: 'Published by a producer outside when an order is deleted; this store never emits it.' },
})

/** 2 x 20.00 and 10.00, taxed at 20 %. */
function sampleOrder(
  source: SampleSource,
  action: EventAction,
  items: readonly Static<typeof OrderItem>[],
): Static<typeof Order> {
  const billing_address = {
    first_name: 'Ada',
    last_name: 'Marsh',
    company_name: 'Marsh Interiors',
    line_1: '41 Juniper Street',
    line_2: 'Apartment 3',
    city: 'Portland',
    postcode: '97205',
    county: 'Multnomah',
    region: 'OR',
    country: 'US',
  }
  return {
    type: 'order',
    id: source.id,
    ...(STATES[action] ?? PAID),
    customer: { name: 'Ada Marsh', email: 'ada.marsh@example.com' },
    shipping_address: { ...billing_address, phone_number: '+1 503 555 0142', instructions: 'Ring twice.' },
    billing_address,
    links: links(source, `/orders/${source.id}`),
    meta: {
      display_price: { with_tax: money(6000), without_tax: money(5000), tax: money(1000) },
      timestamps: timestamps(source, action),
    },
    relationships: { items: { data: items.map(({ id }) => ({ type: 'item', id })) } },
  }
}

/** `unit` is the net unit price in cents; the tax is 20 %. */
function sampleItem(
  source: SampleSource,
  action: EventAction,
  line: { number: number; quantity: number; name: string; sku: string; unit: number },
): Static<typeof OrderItem> {
  const price = (amount: number) => ({ amount, currency: 'USD', includes_tax: false })
  const both = (unit: number) => ({ unit: money(unit), value: money(unit * line.quantity) })
  return {
    type: 'order_item',
    id: relatedId(source.id, line.number),
    quantity: line.quantity,
    product_id: relatedId(source.id, line.number + 16),
    name: line.name,
    sku: line.sku,
    unit_price: price(line.unit),
    value: price(line.unit * line.quantity),
    links: {},
    meta: {
      refunded_quantity: action === 'refunded' ? line.quantity : 0,
      display_price: { with_tax: both(line.unit * 1.2), without_tax: both(line.unit), tax: both(line.unit * 0.2) },
      timestamps: timestamps(source, action),
    },
    relationships: { cart_item: { data: { type: 'cart_item', id: relatedId(source.id, line.number + 32) } } },
  }
}
