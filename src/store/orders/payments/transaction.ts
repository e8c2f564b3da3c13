import { Type } from 'typebox'
import { type MoneyFormat, money } from '../../../pricing/money.ts'
import { choice, integer, json, optional, reference, text, time } from '../../kit/attribute.ts'
import { defineResource } from '../../kit/resource.ts'
import type { RowOf } from '../../kit/store.ts'
import { MoneySchema } from '../order.ts'
import { RefundedUnits } from '../units.ts'

const TRANSACTION_TYPES = ['purchase', 'authorize', 'capture', 'refund'] as const

/** An entry in the ledger of an order. */
export const transactions = defineResource({
  type: 'transaction',
  one: 'transaction',
  tag: 'Transactions',
  table: 'transactions',
  path: '/orders/:order_id/transactions',
  parents: [{ parameter: 'order_id', table: 'orders', one: 'order' }],
  event: 'transaction',
  access: { read: 'shopper', write: 'seller' },
  attributes: {
    reference: text({ description: 'What the payment gateway calls it.' }),
    gateway: text({ description: 'Slug of the payment gateway.' }),
    amount: integer({ minimum: 1, description: 'In minor units of the currency.' }),
    captured_amount: integer({ description: 'How much of an authorization was captured.' }, { initial: 0 }),
    refunded_amount: integer({ description: 'How much of it was refunded.' }, { initial: 0 }),
    currency: text(),
    transaction_type: choice(TRANSACTION_TYPES),
    status: choice(['pending', 'complete', 'failed', 'cancelled']),
  },
  kept: {
    order_id: reference(),
    parent_id: optional(reference()),
    decided_at: optional(time()),
    outcome: optional(choice(['complete', 'failed'])),
    payment_method: optional(text({ description: 'What the buyer calls it.' })),
    money_format: json<MoneyFormat>(Type.Object({})),
    items: optional(json<RefundedUnits[]>(Type.Array(RefundedUnits))),
  },
  shows: {
    attributes: {
      items: Type.Optional(Type.Array(RefundedUnits, { description: 'The units that a refund by units is for.' })),
    },
    members: {
      'transaction-type': Type.Enum([...TRANSACTION_TYPES], {
        deprecated: true,
        description: 'Use `transaction_type`.',
      }),
    },
    meta: {
      display_price: MoneySchema,
      display_refunded_amount: Type.Object({ total: MoneySchema }),
    },
    relationships: {
      order: Type.Object({ data: Type.Object({ type: Type.Literal('order'), id: Type.String() }) }),
      parent: Type.Optional(
        Type.Object({ data: Type.Object({ type: Type.Literal('transaction'), id: Type.String() }) }),
      ),
    },
  },
  show: (row) => ({
    ...(row.items !== null && { attributes: { items: row.items } }),
    members: { 'transaction-type': row.transaction_type },
    meta: {
      display_price: money(row.amount, row.money_format),
      display_refunded_amount: { total: money(row.refunded_amount, row.money_format) },
    },
    relationships: {
      order: { data: { type: 'order', id: row.order_id } },
      ...(row.parent_id !== null && { parent: { data: { type: 'transaction', id: row.parent_id } } }),
    },
  }),
})

export type Transaction = RowOf<typeof transactions>
