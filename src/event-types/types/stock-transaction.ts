import { Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { type EventSource, eventsOf } from '../event-type.ts'
import { Id, Links, links, relatedId, Time, ToOne } from './nouns.ts'

/** What a transaction does: `increment` and `decrement` change what is on hand, `set` says what it is. */
export const stockActions = ['increment', 'decrement', 'allocate', 'deallocate', 'set'] as const

const Figure = Type.Integer({ minimum: 0 })

/** A stock transaction as events and the API show it. */
export const StockTransaction = Type.Object({
  type: Type.Literal('stock-transaction'),
  id: Id,
  action: Type.Enum([...stockActions]),
  product_id: Id,
  quantity: Type.Integer({ minimum: 0 }),
  reason: Type.Optional(Type.String()),
  inventory: Type.Object(
    { version: Type.Integer({ minimum: 1 }), on_hand: Figure, allocated: Figure, available: Figure },
    { description: 'The inventory of the product right after the transaction.' },
  ),
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
        inventory: { version: 7, on_hand: 40, allocated: 6, available: 34 },
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
