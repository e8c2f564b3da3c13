import type { IncomingHttpHeaders } from 'node:http'
import { type Static, Type } from 'typebox'
import type { ListDefinition } from '../../kernel/lists/list.ts'
import { Id, ImpliedType, Links, Timestamps } from '../../kernel/schemas.ts'
import { LOCATION, MAX_UNITS } from './locations.ts'

const StockLevel = (description: string) => Type.Integer({ minimum: 0, description })

/** Header of clients with stock in several locations; their responses have a different shape. */
const MULTI_LOCATION = 'ep-inventories-multi-location'

export const MultiLocation = Type.Object({
  [MULTI_LOCATION]: Type.Optional(
    Type.String({
      description: '`true`: stock and stock transactions have `attributes` with the location of the store, too.',
    }),
  ),
})

const LocationStock = Type.Object({ available: Type.Integer(), allocated: Type.Integer(), total: Type.Integer() })

/** The stock of a product. Its id is the id of the product. */
export const InventoryResource = Type.Object(
  {
    type: Type.Literal('stock'),
    id: Type.String({ format: 'uuid', description: 'Id of the product.' }),
    product_id: Id,
    on_hand: StockLevel('Units in stock.'),
    total: StockLevel('The same as `on_hand`.'),
    allocated: StockLevel('Units on hand that are allocated to orders or by the seller.'),
    available: StockLevel('Units that can be sold: `on_hand` minus `allocated`.'),
    attributes: Type.Optional(
      Type.Object(
        { ...LocationStock.properties, locations: Type.Record(Type.String(), LocationStock) },
        { title: 'LocatedStock', description: 'With the header `EP-Inventories-Multi-Location: true`.' },
      ),
    ),
    links: Links,
    meta: Type.Object({ stock_id: Id, timestamps: Timestamps }),
  },
  { $id: 'Inventory' },
)

/** Products per request. */
const MAX_PRODUCTS = 100

export const InventoryProducts = Type.Array(
  Type.Object({
    type: Type.Optional(Type.Enum(['stock', 'product'])),
    id: Type.String({ format: 'uuid', description: 'Id of a product.' }),
  }),
  { minItems: 1, maxItems: MAX_PRODUCTS },
)

export const InventoryCreate = Type.Object({
  type: ImpliedType('stock'),
  quantity: Type.Integer({ minimum: 0, maximum: MAX_UNITS, description: 'Units on hand.' }),
})

export const inventoryList: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    product_id: { kind: 'uuid', column: 'id' },
    on_hand: { kind: 'integer', column: 'on_hand' },
    total: { kind: 'integer', column: 'on_hand' },
    allocated: { kind: 'integer', column: 'allocated' },
    available: { kind: 'integer', column: 'available' },
    created_at: { kind: 'time', column: 'created_at' },
    updated_at: { kind: 'time', column: 'updated_at' },
  },
  default_sort: 'created_at',
  max_offset: null,
}

export type ScrapedMetrics = { on_hand: number; allocated: number; available: number }

export type Inventory = ScrapedMetrics & {
  owner_id: string
  id: string
  version: number
  created_at: Date
  updated_at: Date
}

/** True if the request asks for the shape with several locations. */
export function isLocated(headers: IncomingHttpHeaders): boolean {
  return headers[MULTI_LOCATION] === 'true'
}

/** `base_url` ends in `/v2`; `headers` are those of the request. */
export function presentInventory(
  inventory: Inventory,
  base_url: string,
  headers: IncomingHttpHeaders = {},
): Static<typeof InventoryResource> {
  const { id, on_hand, allocated, available, created_at, updated_at } = inventory
  const stock = { available, allocated, total: on_hand }
  return {
    type: 'stock',
    id,
    product_id: id,
    on_hand,
    total: on_hand,
    allocated,
    available,
    ...(isLocated(headers) && { attributes: { ...stock, locations: { [LOCATION]: stock } } }),
    links: { self: `${base_url}/inventories/${id}` },
    meta: {
      stock_id: id,
      timestamps: { created_at: created_at.toISOString(), updated_at: updated_at.toISOString() },
    },
  }
}
