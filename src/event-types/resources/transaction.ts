import { type Static, Type } from 'typebox'
import { Id, Links, Money, Timestamps, ToOne } from '../../kernel/schemas.ts'
import { eventsOf } from '../event-type.ts'
import { links, money, relatedId, timestamps } from '../samples.ts'

const TransactionType = Type.Enum(['purchase', 'authorize', 'capture', 'refund', 'void'])

export const RefundedUnits = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Id of the order item.' }),
  quantity: Type.Integer({ minimum: 1 }),
  shipped_quantity: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'How many of them had been shipped; the others are not shipped any more. Absent in older refunds.',
    }),
  ),
  amount: Type.Integer({ description: 'What they come to, with tax, in minor units.' }),
})

export type RefundedUnits = Static<typeof RefundedUnits>

/** Reasons of a refund. Free text belongs in the notes of the order, which anonymizing deletes. */
export const REFUND_REASONS = [
  'unwanted',
  'damaged',
  'defective',
  'wrong_item',
  'not_as_described',
  'late',
  'out_of_stock',
  'other',
] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

export const Transaction = Type.Object({
  type: Type.Literal('transaction'),
  id: Id,
  reference: Type.String({ description: 'What the payment gateway calls it, or the payment token of a shopper.' }),
  gateway: Type.String({ description: 'Slug of the payment gateway.' }),
  amount: Type.Integer({ description: 'In minor units of the currency.' }),
  refunded_amount: Type.Integer({ description: 'How much of it has been refunded, in minor units.' }),
  currency: Type.String(),
  transaction_type: TransactionType,
  items: Type.Optional(Type.Array(RefundedUnits, { description: 'The units that a refund by units is for.' })),
  restock: Type.Optional(
    Type.Boolean({ description: 'Of a refund by units: true if the shipped ones came back and were added to stock.' }),
  ),
  reason: Type.Optional(Type.Enum([...REFUND_REASONS], { title: 'RefundReason', description: 'Why it was refunded.' })),
  'transaction-type': Type.Enum(TransactionType.enum, {
    title: 'DeprecatedTransactionType',
    deprecated: true,
    description: 'Use `transaction_type`.',
  }),
  status: Type.Enum(['pending', 'complete', 'failed', 'cancelled']),
  links: Links,
  meta: Type.Object({
    display_price: Money,
    display_refunded_amount: Type.Object({ total: Money }),
    timestamps: Timestamps,
  }),
  relationships: Type.Object({ order: ToOne('order') }),
})
export type Transaction = Static<typeof Transaction>

export const transactionEvents = eventsOf({
  entity: 'Transaction',
  prefix: 'transaction',
  level: 'store',
  origin: 'store',
  payload: Type.Object({ data: Transaction }),
  sample: (source, action): { data: Transaction } => {
    const order = relatedId(source.id, 1)
    const refunded_amount = action === 'created' ? 0 : 1200
    return {
      data: {
        type: 'transaction',
        id: source.id,
        reference: 'manual-60214',
        gateway: 'manual',
        amount: 6000,
        refunded_amount,
        currency: 'USD',
        transaction_type: 'purchase',
        'transaction-type': 'purchase',
        status: 'complete',
        links: links(source, `/orders/${order}/transactions/${source.id}`),
        meta: {
          display_price: money(6000),
          display_refunded_amount: { total: money(refunded_amount) },
          timestamps: timestamps(source, action),
        },
        relationships: { order: { data: { type: 'order', id: order } } },
      },
    }
  },
  actions: {
    created: 'Emitted when a payment, capture or refund of an order is tried, also when the gateway declines it.',
    updated: 'Emitted when a transaction changes: confirmed, failed, captured, voided or refunded.',
  },
})
