import { type Static, Type } from 'typebox'
import { type BillingAddress, Order as OrderSchema, type ShippingAddress } from '../../event-types/resources/order.ts'
import { Money as MoneySchema, ToOne } from '../../kernel/schemas.ts'
import { type MoneyFormat, money, negative } from '../../pricing/money.ts'
import { defineResource } from '../kit/resource.ts'
import type { RowOf } from '../kit/store.ts'
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
} from '../kit/values/attribute.ts'
import { type CustomAttributes, CustomAttributesSchema } from '../kit/values/custom-data.ts'
import { AllowedActions, ORDER_ACTIONS } from './allowed-actions.ts'
import { PAYMENTS, SHIPPINGS, STATUSES } from './rules/ledger.ts'

/** The buyer, as entered at checkout. */
export type Buyer = { name: string; email: string }

/** Address fields that a request sets. */
export type OrderAddress = Record<string, string>

/** The addresses of an order, with all their fields. */
export type OrderAddresses = {
  shipping_address: ShippingAddress & { region: string }
  billing_address: BillingAddress & { region: string }
}

const line = Type.String({ maxLength: 1000 })
const Address = Type.Record(Type.String(), line)

/** The shipping option under the name that it had when sold. */
const SoldShippingOption = Type.Object({ id: Type.String(), name: Type.String() })
type SoldShippingOption = Static<typeof SoldShippingOption>

const state = <const Value extends string>(choices: readonly Value[]): Attribute<Value> => choice(choices)
const amount = (): Attribute<number> => integer({}, { initial: 0 })

const { display_price } = OrderSchema.properties.meta.properties

/** An order. Its items are frozen in a snapshot, and its payment state is derived from its transactions. */
export const orders = defineResource({
  type: 'order',
  singular: 'order',
  tag: 'Orders',
  area: 'orders',
  table: 'orders',
  path: '/orders',
  // `emitOrderEvents` emits events with the items.
  event: null,
  event_schema: OrderSchema,
  api_only:
    "The seller's own references, whether the buyer was anonymized, what the client attached, the shipping option, and the units that were shipped.",
  access: { read: 'shopper', write: 'seller' },
  max_offset: 10_000,
  attributes: {
    order_number: text({ min: 1, description: 'Unique in the store.' }),
    external_ref: text({ description: 'The id of the order in another system.' }, { initial: '' }),
    status: state(STATUSES),
    payment: state(PAYMENTS),
    shipping: state(SHIPPINGS),
    anonymized: flag({}, { initial: false }),
    customer: json<Buyer>(Type.Object({ name: line, email: line }), { hidden: 'personal' }),
    shipping_address: json<OrderAddresses['shipping_address']>(Address, { hidden: 'personal' }),
    billing_address: json<OrderAddresses['billing_address']>(Address, { hidden: 'personal' }),
    custom_attributes: json<CustomAttributes>(CustomAttributesSchema, { initial: {}, hidden: 'personal' }),
    shipping_option: optional(json<SoldShippingOption>(SoldShippingOption)),
  },
  internal: {
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
    email: { kind: 'text', column: 'customer', path: ['email'], letters: 'any' },
    customer_id: { kind: 'uuid', column: 'customer_id', nullable: true },
    account_id: { kind: 'uuid', column: 'account_id', nullable: true },
    account_member_id: { kind: 'uuid', column: 'account_member_id', nullable: true },
    'contact.name': { kind: 'text', column: 'customer', path: ['name'] },
    'contact.email': { kind: 'text', column: 'customer', path: ['email'], letters: 'any' },
    shipping_postcode: { kind: 'text', column: 'shipping_address', path: ['postcode'] },
    billing_postcode: { kind: 'text', column: 'billing_address', path: ['postcode'] },
    product_id: { kind: 'text_array', column: 'product_ids', sortable: false },
    product_sku: { kind: 'text_array', column: 'product_skus', sortable: false },
    with_tax: { kind: 'integer', column: 'with_tax' },
    without_tax: { kind: 'integer', column: 'without_tax' },
  },
  shows: {
    attributes: {
      contact: Type.Optional(
        Type.Object({ name: line, email: line }, { description: 'The buyer of an account: the same as `customer`.' }),
      ),
    },
    meta: {
      // Events have only the totals of the specification: with tax, without tax, and the tax.
      display_price: Type.Object({
        ...display_price.properties,
        discount: MoneySchema,
        without_discount: MoneySchema,
        shipping: MoneySchema,
        authorized: MoneySchema,
        paid: MoneySchema,
        refunded: MoneySchema,
        balance_owing: MoneySchema,
      }),
      units: Type.Object(
        {
          shipped: Type.Integer(),
          unshipped: Type.Integer({ description: 'Neither shipped nor refunded before.' }),
        },
        { title: 'OrderUnits', description: 'Units of the shippable items.' },
      ),
      allowed: AllowedActions('OrderAction', ORDER_ACTIONS, 'when one order is read or changed'),
    },
    relationships: {
      // Events have the buyer only in `customer`.
      customer: Type.Optional(ToOne('customer')),
      account: Type.Optional(ToOne('account')),
      account_member: Type.Optional(ToOne('account_member')),
    },
  },
  show: (row) => ({
    ...(row.account_id !== null && { attributes: { contact: row.customer } }),
    meta: { display_price: displayPrice(row) },
    relationships: {
      items: { data: row.item_ids.map((id) => ({ type: 'item' as const, id })) },
      ...related('customer', row.customer_id),
      ...related('account', row.account_id),
      ...related('account_member', row.account_member_id),
    },
  }),
})

export type Order = RowOf<typeof orders>

type OrderAmounts = Record<
  'with_tax' | 'without_tax' | 'tax' | 'discount' | 'shipping_cost' | 'authorized' | 'captured' | 'refunded',
  number
>

function displayPrice(order: OrderAmounts & { money_format: MoneyFormat }) {
  const { with_tax, authorized, captured } = order
  const shown = (amount: number) => money(amount, order.money_format)
  return {
    with_tax: shown(with_tax),
    without_tax: shown(order.without_tax),
    tax: shown(order.tax),
    discount: shown(negative(order.discount)),
    without_discount: shown(with_tax + order.discount),
    shipping: shown(order.shipping_cost),
    authorized: shown(authorized),
    paid: shown(captured),
    refunded: shown(order.refunded),
    balance_owing: shown(Math.max(0, with_tax - authorized - captured)),
  }
}

function related(type: string, id: string | null) {
  return id === null ? {} : { [type]: { data: { type, id } } }
}
