import { Type } from 'typebox'
import type { StorefrontResource } from '../context.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import type { Params } from '../hypermedia/resource.ts'
import { elements } from '../relations.ts'
import type { CurrentOrder } from './current.ts'
import { orderReader } from './order.ts'

/** An order has one delivery with everything that has to be shipped. */
export const SHIPMENT = encodeId('shipment')

export function deliveryParams({ params }: CurrentOrder): Params {
  return { ...params, delivery: SHIPMENT }
}

export const deliveries: StorefrontResource = {
  name: 'deliveries',
  type: 'shop.collections.links',
  path: '/orders/:scope/:order/deliveries',
  max_age: 0,
  description: 'The deliveries of an order: one with everything that has to be shipped, or none.',
  relations: { element: elements('delivery'), order: { to: 'order', rev: 'deliveries' } },
  read: orderReader((order) => ({
    links: [
      ...(order.ships ? [{ rel: 'element', params: deliveryParams(order) }] : []),
      { rel: 'order', params: order.params },
    ],
  })),
}

export const delivery: StorefrontResource = {
  name: 'delivery',
  type: 'shop.deliveries.delivery',
  path: '/orders/:scope/:order/deliveries/:delivery',
  max_age: 0,
  description: 'The goods to ship, with their destination and shipping option.',
  members: { 'delivery-type': Type.Literal('SHIPMENT', { description: 'The kind of delivery.' }) },
  relations: {
    destinationinfo: { to: 'destination info', rev: 'delivery' },
    shippingoptioninfo: { to: 'shipping option info', rev: 'delivery' },
    list: { to: 'deliveries', rev: 'element' },
    order: { to: 'order' },
  },
  read: orderReader((order, { delivery: id = '' }) => {
    if (!order.ships || id !== SHIPMENT) return 'missing'
    const { params } = order
    return {
      params: { ...params, delivery: SHIPMENT },
      links: [
        { rel: 'destinationinfo', params },
        { rel: 'shippingoptioninfo', params },
        { rel: 'list', params },
        { rel: 'order', params },
      ],
      data: { 'delivery-type': 'SHIPMENT' },
    }
  }),
}
