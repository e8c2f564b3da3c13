import { type Static, Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { Id, Links, Time, ToOne } from '../../kernel/schemas.ts'
import { eventsOf } from '../event-type.ts'
import { links, relatedId } from '../samples.ts'

/** Actions of a transaction: `increment` and `decrement` change the units on hand, `set` replaces them. */
export const stockActions = ['increment', 'decrement', 'allocate', 'deallocate', 'set'] as const

const Quantity = Type.Integer({ minimum: 0 })

export const StockTransaction = Type.Object({
  type: Type.Literal('stock-transaction'),
  id: Id,
  action: Type.Enum([...stockActions]),
  product_id: Id,
  quantity: Type.Integer({ minimum: 0 }),
  reason: Type.Optional(Type.String()),
  inventory: Type.Object(
    { version: Type.Integer({ minimum: 1 }), on_hand: Quantity, allocated: Quantity, available: Quantity },
    { description: 'The inventory of the product right after the transaction.' },
  ),
  links: Links,
  relationships: Type.Object(
    { order: Type.Optional(ToOne('order')) },
    { description: 'The order that it was made for, if any.' },
  ),
  timestamps: Type.Object({ created_at: Time }),
})
export type StockTransaction = Static<typeof StockTransaction>

export const stockTransactionEvents = eventsOf({
  entity: 'Stock transaction',
  prefix: 'stock-transaction',
  level: 'store',
  origin: 'store',
  payload: Type.Object({ data: StockTransaction }),
  sample: (source): { data: StockTransaction } => {
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
  actions: {
    created: 'Emitted for each change of stock: by the seller, or because an order takes, releases or ships it.',
  },
})
