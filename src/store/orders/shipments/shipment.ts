import { Type } from 'typebox'
import { ToOne } from '../../../kernel/schemas.ts'
import { defineResource } from '../../kit/resource.ts'
import type { RowOf } from '../../kit/store.ts'
import { choice, json, optional, reference, text, time } from '../../kit/values/attribute.ts'
import { SHIPMENT_STATUSES } from '../rules/shipments.ts'
import { RequestedUnits } from '../units.ts'

/** Units of an order that are shipped together. The order's events report changes of its shipments. */
export const shipments = defineResource({
  type: 'shipment',
  singular: 'shipment',
  tag: 'Shipments',
  area: 'orders',
  table: 'shipments',
  path: '/orders/:order_id/shipments',
  parents: [{ parameter: 'order_id', table: 'orders', singular: 'order' }],
  event: null,
  access: { read: 'shopper', write: 'seller' },
  attributes: {
    status: choice(SHIPMENT_STATUSES, {
      description: '`pending`, then `shipped`, then `delivered`. Only a pending shipment can become `cancelled`.',
    }),
    carrier: text({ description: 'The company that delivers it.' }, { initial: '' }),
    tracking_number: text(
      { description: "The carrier's number of the shipment." },
      { initial: '', hidden: 'personal' },
    ),
    tracking_url: text(
      {
        max: 2048,
        pattern: '^(https?://[^\\s/?#]+[^\\s]*)?$',
        description: "The carrier's page about the shipment, an http or https address; empty without one.",
      },
      { initial: '', hidden: 'personal' },
    ),
    items: json<RequestedUnits[]>(Type.Array(RequestedUnits, { description: 'Units of the items of the order.' })),
    shipped_at: optional(time({ description: 'When it was shipped.' })),
    delivered_at: optional(time({ description: 'When it was delivered.' })),
  },
  internal: { order_id: reference() },
  shows: { relationships: { order: ToOne('order') } },
  show: ({ order_id }) => ({ relationships: { order: { data: { type: 'order', id: order_id } } } }),
})

export type Shipment = RowOf<typeof shipments>
