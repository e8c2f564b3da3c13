import { Type } from 'typebox'
import { type EventSource, eventsOf } from '../event-type.ts'
import { Id, Links, links, Money, money, relatedId, Timestamps, ToOne, timestamps } from './nouns.ts'

const TransactionType = Type.Enum(['purchase', 'authorize', 'capture', 'refund', 'void'])

const Units = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Id of the order item.' }),
  quantity: Type.Integer({ minimum: 1 }),
  amount: Type.Integer({ description: 'What they come to, with tax, in minor units.' }),
})

const Transaction = Type.Object({
  type: Type.Literal('transaction'),
  id: Id,
  reference: Type.String({ description: 'What the payment gateway calls it.' }),
  gateway: Type.String({ description: 'Slug of the payment gateway.' }),
  amount: Type.Integer({ description: 'In minor units of the currency.' }),
  refunded_amount: Type.Integer({ description: 'How much of it has been refunded, in minor units.' }),
  currency: Type.String(),
  transaction_type: TransactionType,
  items: Type.Optional(Type.Array(Units, { description: 'The units that a refund by units is for.' })),
  'transaction-type': Type.Enum(TransactionType.enum, { deprecated: true, description: 'Use `transaction_type`.' }),
  status: Type.Enum(['pending', 'complete', 'failed', 'cancelled']),
  links: Links,
  meta: Type.Object({
    display_price: Money,
    display_refunded_amount: Type.Object({ total: Money }),
    timestamps: Timestamps,
  }),
  relationships: Type.Object({ order: ToOne('order') }),
})

const Payload = Type.Object({ data: Transaction })

const transaction: EventSource<typeof Payload> = {
  entity: 'Transaction',
  prefix: 'transaction',
  level: 'store',
  origin: 'store',
  payload: Payload,
  sample: (source, occasion) => {
    const order = relatedId(source.id, 1)
    const refunded_amount = occasion === 'created' ? 0 : 1200
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
          timestamps: timestamps(source, occasion),
        },
        relationships: { order: { data: { type: 'order', id: order } } },
      },
    }
  },
}

export const transactionEvents = eventsOf(transaction, {
  created: 'Fires when a payment, capture or refund of an order is tried, also when the gateway declines it.',
  updated: 'Fires when a transaction changes: confirmed, failed, captured, voided or refunded.',
})
