import { type Static, Type } from 'typebox'
import {
  REFUND_REASONS,
  RefundedUnits,
  Transaction as TransactionSchema,
} from '../../../event-types/resources/transaction.ts'
import { ToOne } from '../../../kernel/schemas.ts'
import { type MoneyFormat, money } from '../../../pricing/money.ts'
import type { GatewaySlug } from '../../gateways/gateway.ts'
import { defineResource } from '../../kit/resource.ts'
import type { RowOf } from '../../kit/store.ts'
import {
  type Attribute,
  choice,
  flag,
  integer,
  json,
  optional,
  reference,
  text,
  time,
} from '../../kit/values/attribute.ts'
import { AllowedActions, TRANSACTION_ACTIONS } from '../allowed-actions.ts'

const TRANSACTION_TYPES = ['purchase', 'authorize', 'capture', 'refund'] as const

export const PaymentMethodMeta = Type.Object(
  {
    custom_reference: Type.Optional(Type.String({ maxLength: 255 })),
    name: Type.Optional(Type.String({ maxLength: 255 })),
  },
  { title: 'PaymentMethodMeta', description: "A client's notes about the payment method." },
)
type PaymentMethodMeta = Static<typeof PaymentMethodMeta>

/** A payment, capture or refund: an entry in the ledger of an order. */
export const transactions = defineResource({
  type: 'transaction',
  singular: 'transaction',
  tag: 'Transactions',
  area: 'orders',
  table: 'transactions',
  path: '/orders/:order_id/transactions',
  parents: [{ parameter: 'order_id', table: 'orders', singular: 'order' }],
  event: 'transaction',
  event_schema: TransactionSchema,
  api_only: {
    captured_amount: 'Receivers get an event for each capture.',
    paymentmethod_meta: 'It is a note by the client that paid.',
  },
  access: { read: 'shopper', write: 'seller' },
  attributes: {
    reference: text(),
    gateway: text() as Attribute<GatewaySlug>,
    amount: integer({ minimum: 1 }),
    captured_amount: integer({ description: 'The captured amount of an authorization.' }, { initial: 0 }),
    refunded_amount: integer({}, { initial: 0 }),
    currency: text(),
    transaction_type: choice(TRANSACTION_TYPES),
    paymentmethod_meta: json<PaymentMethodMeta>(PaymentMethodMeta, { initial: {} }),
    status: choice(['pending', 'complete', 'failed', 'cancelled']),
  },
  internal: {
    order_id: reference(),
    parent_id: optional(reference()),
    decided_at: optional(time()),
    outcome: optional(choice(['complete', 'failed'])),
    payment_method: optional(text({ description: "The buyer's name for the payment method." })),
    money_format: json<MoneyFormat>(Type.Object({})),
    items: optional(json<RefundedUnits[]>(Type.Array(RefundedUnits))),
    restock: flag({}, { initial: false }),
    reason: optional(choice(REFUND_REASONS)),
  },
  shows: {
    meta: {
      allowed: AllowedActions(
        'TransactionAction',
        TRANSACTION_ACTIONS,
        'when one transaction is read, and in a list with `include=allowed`',
      ),
    },
    // Parent of a capture or a refund. Receivers of events know it from the parent's events.
    relationships: { parent: Type.Optional(ToOne('transaction')) },
  },
  show: (row) => ({
    attributes: {
      ...(row.items !== null && { items: row.items, restock: row.restock }),
      ...(row.reason !== null && { reason: row.reason }),
    },
    members: { 'transaction-type': row.transaction_type },
    meta: {
      display_price: money(row.amount, row.money_format),
      display_refunded_amount: { total: money(row.refunded_amount, row.money_format) },
    },
    relationships: {
      order: { data: { type: 'order' as const, id: row.order_id } },
      ...(row.parent_id !== null && { parent: { data: { type: 'transaction', id: row.parent_id } } }),
    },
  }),
})

export type Transaction = RowOf<typeof transactions>
