import { Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { type EventSource, eventsOf } from '../event-type.ts'
import { Id, Links, links, relatedId, Time, ToOne } from './nouns.ts'

const StockTransaction = Type.Object({
  type: Type.Literal('stock-transaction'),
  id: Id,
  action: Type.Enum(['increment', 'decrement', 'allocate', 'deallocate', 'set']),
  product_id: Id,
  quantity: Type.Integer({ minimum: 0 }),
  reason: Type.Optional(Type.String()),
  links: Links,
  relationships: Type.Object(
    { order: Type.Optional(ToOne('order')) },
    { description: 'The order that it was made for, if any.' },
  ),
  timestamps: Type.Object({ created_at: Time }),
})

const Payload = Type.Object({ data: StockTransaction })

const stockTransaction: EventSource<typeof Payload> = {
  entity: 'Stock transaction',
  prefix: 'stock-transaction',
  level: 'store',
  origin: 'store',
  payload: Payload,
  sample: (source) => {
    const product_id = relatedId(source.id, 1)
    return {
      data: {
        type: 'stock-transaction',
        id: source.id,
        action: 'allocate',
        product_id,
        quantity: 2,
        reason: 'checkout',
        links: links(source, `/inventories/${product_id}/transactions/${source.id}`),
        relationships: { order: { data: { type: 'order', id: relatedId(source.id, 2) } } },
        timestamps: { created_at: isoTime(source.time) },
      },
    }
  },
}

export const stockTransactionEvents = eventsOf(stockTransaction, {
  created: 'Fires for each change of stock: by the seller, or because an order takes, releases or ships it.',
})
