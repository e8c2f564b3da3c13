import { Type } from 'typebox'
import { type Money, type MoneyFormat, money } from '../../pricing/money.ts'
import {
  type Attribute,
  choice,
  flag,
  integer,
  json,
  optional,
  reference,
  text,
  texts,
  time,
} from '../kit/attribute.ts'
import { defineResource } from '../kit/resource.ts'
import type { RowOf } from '../kit/store.ts'
import { PAYMENTS, STATUSES } from './rules/ledger.ts'

/** Who bought: as it was said at checkout. */
export type Buyer = { name: string; email: string }

/** An address as an order keeps it. */
export type OrderAddress = Record<string, string>

const line = Type.String({ maxLength: 1000 })
const Address = Type.Record(Type.String(), line)

const state = <const Value extends string>(choices: readonly Value[]): Attribute<Value> => choice(choices)
const amount = (): Attribute<number> => integer({}, { initial: 0 })

export const MoneySchema = Type.Object({
  amount: Type.Integer({ description: 'In minor units of the currency.' }),
  currency: Type.String(),
  formatted: Type.String({ description: 'For people, as the currency is set up.' }),
})

const PRICES = [
  'with_tax',
  'without_tax',
  'tax',
  'discount',
  'shipping',
  'authorized',
  'paid',
  'refunded',
  'balance_owing',
]
const Related = (type: string) => Type.Object({ type: Type.Literal(type), id: Type.String() })

/** An order: what was sold is frozen beside it, its states follow from its transactions. */
export const orders = defineResource({
  type: 'order',
  one: 'order',
  tag: 'Orders',
  table: 'orders',
  path: '/orders',
  // Told by `tellOrder`, with its items.
  event: null,
  access: { read: 'shopper', write: 'seller' },
  max_offset: 10_000,
  attributes: {
    order_number: text({ min: 1, description: 'Unique in the store.' }),
    external_ref: text({ description: 'What another system calls it.' }, { initial: '' }),
    status: state(STATUSES),
    payment: state(PAYMENTS),
    shipping: state(['unfulfilled', 'fulfilled']),
    anonymized: flag({}, { initial: false }),
    customer: json<Buyer>(Type.Object({ name: line, email: line })),
    shipping_address: json<OrderAddress>(Address),
    billing_address: json<OrderAddress>(Address),
  },
  kept: {
    currency: text(),
    customer_id: optional(reference()),
    account_id: optional(reference()),
    account_member_id: optional(reference()),
    session_id: optional(text()),
    cart_id: text(),
    with_tax: amount(),
    without_tax: amount(),
    tax: amount(),
    discount: amount(),
    shipping_cost: amount(),
    authorized: amount(),
    captured: amount(),
    refunded: amount(),
    shipment_changes: integer({}, { initial: 0 }),
    item_ids: texts(),
    product_ids: texts(),
    product_skus: texts(),
    money_format: json<MoneyFormat>(Type.Object({})),
    expires_at: optional(time()),
  },
  constraints: {
    orders_number: {
      code: 'conflict',
      detail: 'Another order has this number.',
      pointer: '/data/order_number',
    },
  },
  default_sort: '-created_at',
  fields: {
    currency: { kind: 'text', column: 'currency' },
    name: { kind: 'text', column: 'customer', path: ['name'] },
    email: { kind: 'text', column: 'customer', path: ['email'] },
    customer_id: { kind: 'uuid', column: 'customer_id', nullable: true },
    account_id: { kind: 'uuid', column: 'account_id', nullable: true },
    account_member_id: { kind: 'uuid', column: 'account_member_id', nullable: true },
    'contact.name': { kind: 'text', column: 'customer', path: ['name'] },
    'contact.email': { kind: 'text', column: 'customer', path: ['email'] },
    shipping_postcode: { kind: 'text', column: 'shipping_address', path: ['postcode'] },
    billing_postcode: { kind: 'text', column: 'billing_address', path: ['postcode'] },
    product_id: { kind: 'text_array', column: 'product_ids', sortable: false },
    product_sku: { kind: 'text_array', column: 'product_skus', sortable: false },
    with_tax: { kind: 'integer', column: 'with_tax' },
    without_tax: { kind: 'integer', column: 'without_tax' },
  },
  shows: {
    meta: { display_price: Type.Object(Object.fromEntries(PRICES.map((name) => [name, MoneySchema]))) },
    relationships: {
      items: Type.Object({ data: Type.Array(Related('order_item')) }),
      customer: Type.Optional(Type.Object({ data: Related('customer') })),
      account: Type.Optional(Type.Object({ data: Related('account') })),
      account_member: Type.Optional(Type.Object({ data: Related('account_member') })),
    },
  },
  show: (row) => ({
    meta: { display_price: displayPrice(row) },
    relationships: {
      items: { data: row.item_ids.map((id) => ({ type: 'order_item', id })) },
      ...related('customer', row.customer_id),
      ...related('account', row.account_id),
      ...related('account_member', row.account_member_id),
    },
  }),
})

export type Order = RowOf<typeof orders>

type Figures = Record<
  'with_tax' | 'without_tax' | 'tax' | 'discount' | 'shipping_cost' | 'authorized' | 'captured' | 'refunded',
  number
>

function displayPrice(order: Figures & { money_format: MoneyFormat }): Record<string, Money> {
  const { with_tax, authorized, captured } = order
  const figures = {
    with_tax,
    without_tax: order.without_tax,
    tax: order.tax,
    discount: -order.discount,
    shipping: order.shipping_cost,
    authorized,
    paid: captured,
    refunded: order.refunded,
    balance_owing: Math.max(0, with_tax - authorized - captured),
  }
  return Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, money(figure, order.money_format)]))
}

function related(type: string, id: string | null) {
  return id === null ? {} : { [type]: { data: { type, id } } }
}
