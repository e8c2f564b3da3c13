import { Type } from 'typebox'
import { choice, json, optional, reference, text, time } from '../../kit/attribute.ts'
import { defineResource } from '../../kit/resource.ts'
import type { RowOf } from '../../kit/store.ts'
import { SHIPMENT_STATUSES } from '../rules/shipments.ts'
import { AskedUnits } from '../units.ts'

/** Units of an order that are sent together. What becomes of it is told of with its order. */
export const shipments = defineResource({
  type: 'shipment',
  one: 'shipment',
  tag: 'Shipments',
  table: 'shipments',
  path: '/orders/:order_id/shipments',
  parents: [{ parameter: 'order_id', table: 'orders', one: 'order' }],
  event: null,
  access: { read: 'shopper', write: 'seller' },
  attributes: {
    status: choice(SHIPMENT_STATUSES, {
      description: '`pending`, then `shipped`, then `delivered`; `cancelled` while it is pending.',
    }),
    carrier: text({ description: 'The company that delivers it.' }, { initial: '' }),
    tracking_number: text({ description: 'What the carrier calls it.' }, { initial: '' }),
    items: json<AskedUnits[]>(Type.Array(AskedUnits, { description: 'Units of the items of the order.' })),
    shipped_at: optional(time({ description: 'When it was shipped.' })),
    delivered_at: optional(time({ description: 'When it was delivered.' })),
  },
  kept: { order_id: reference() },
  shows: {
    relationships: {
      order: Type.Object({ data: Type.Object({ type: Type.Literal('order'), id: Type.String() }) }),
    },
  },
  show: ({ order_id }) => ({ relationships: { order: { data: { type: 'order', id: order_id } } } }),
})

export type Shipment = RowOf<typeof shipments>
