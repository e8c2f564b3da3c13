import { type Static, Type } from 'typebox'
import { StockTransaction, stockActions } from '../../event-types/resources/stock-transaction.ts'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { ListDefinition } from '../../kernel/lists/list.ts'
import { Id, ImpliedType } from '../../kernel/schemas.ts'
import { LOCATION, MAX_UNITS } from './locations.ts'

export type StockAction = (typeof stockActions)[number]

const { action, product_id, quantity } = StockTransaction.properties

export const StockTransactionResource = Type.Object(
  {
    ...StockTransaction.properties,
    attributes: Type.Optional(
      Type.Object({ action, product_id, quantity, location: Type.String() }, { title: 'LocatedTransaction' }),
    ),
  },
  { $id: 'StockTransaction' },
)

const Order = Type.Object({ data: Type.Object({ type: Type.Literal('order'), id: Id }) })

const change = {
  action: Type.Enum([...stockActions], {
    description:
      '`increment`, `decrement` and `set` change the units on hand, `allocate` reserves available units, and `deallocate` ' +
      'makes them available again.',
  }),
  quantity: Type.Integer({ minimum: 0, maximum: MAX_UNITS, description: 'At least 1, or 0 with `set`.' }),
}

const relationships = Type.Optional(
  Type.Object({ order: Type.Optional(Order) }, { description: 'The order that the units are for.' }),
)

export const StockTransactionCreate = Type.Object({
  type: ImpliedType('stock-transaction'),
  ...change,
  reason: Type.Optional(Type.String({ maxLength: 255 })),
  relationships,
})
export type StockTransactionCreate = Static<typeof StockTransactionCreate>

/** Same as sent by clients with several locations. */
export const LocatedTransactionCreate = Type.Object({
  type: ImpliedType('stock-transaction'),
  attributes: Type.Object({
    ...change,
    product_id: Type.Optional(Id),
    location: Type.Optional(Type.Literal(LOCATION, { description: 'Slug of the one location of a store.' })),
  }),
  relationships,
})
export type LocatedTransactionCreate = Static<typeof LocatedTransactionCreate>

/** Schema for the documentation only: the operation validates requests, with more specific messages. */
export const documentedStockTransaction = Type.Object(StockTransactionCreate.properties, {
  if: { properties: { action: { type: 'string', const: 'set' } } },
  else: { properties: { quantity: { type: 'integer', minimum: 1 } } },
})

/** Sorted by the inventory's version, because ids are created before the lock and may be out of order. */
export const stockTransactionList: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    'inventory.version': { kind: 'integer', column: 'version' },
    action: { kind: 'choice', choices: stockActions, column: 'action', sortable: false },
    quantity: { kind: 'integer', column: 'quantity', sortable: false },
    reason: { kind: 'text', column: 'reason', sortable: false },
    order_id: { kind: 'uuid', column: 'order_id', nullable: true, sortable: false },
    created_at: { kind: 'id_time', column: 'id' },
  },
  default_sort: 'inventory.version',
  max_offset: null,
}

/** A row of the ledger; version, on_hand and allocated are the inventory's right after the transaction. */
export type StockTransactionRow = {
  owner_id: string
  product_id: string
  id: string
  action: StockAction
  quantity: number
  reason: string
  order_id: string | null
  version: number
  on_hand: number
  allocated: number
}

/** Presents a stock transaction for clients with several locations; includes the members for a single location. */
export function presentLocated(row: Omit<StockTransactionRow, 'owner_id'>, base_url: string) {
  const { action, product_id, quantity } = row
  return {
    ...presentStockTransaction(row, base_url),
    attributes: { action, product_id, quantity, location: LOCATION },
  }
}

/** `base_url` ends in `/v2`. */
export function presentStockTransaction(
  row: Omit<StockTransactionRow, 'owner_id'>,
  base_url: string,
): Static<typeof StockTransaction> {
  const { id, action, product_id, quantity, reason, order_id, version, on_hand, allocated } = row
  return {
    type: 'stock-transaction',
    id,
    action,
    product_id,
    quantity,
    reason,
    inventory: { version, on_hand, allocated, available: on_hand - allocated },
    links: { self: `${base_url}/inventories/${product_id}/transactions/${id}` },
    relationships: order_id === null ? {} : { order: { data: { type: 'order', id: order_id } } },
    timestamps: { created_at: isoTime(timeOfId(id)) },
  }
}
