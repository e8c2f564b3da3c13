import type { StorefrontResource } from '../context.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import type { Params } from '../hypermedia/resource.ts'
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
  relations: { element: 'delivery', order: 'order' },
  read: orderReader((order) => ({
    links: [
      ...(order.ships ? [{ rel: 'element', rev: 'list', params: deliveryParams(order) }] : []),
      { rel: 'order', rev: 'deliveries', params: order.params },
    ],
  })),
}

export const delivery: StorefrontResource = {
  name: 'delivery',
  type: 'shop.deliveries.delivery',
  path: '/orders/:scope/:order/deliveries/:delivery',
  max_age: 0,
  relations: {
    destinationinfo: 'destination info',
    shippingoptioninfo: 'shipping option info',
    list: 'deliveries',
    order: 'order',
  },
  read: orderReader((order, { delivery: id = '' }) => {
    if (!order.ships || id !== SHIPMENT) return 'missing'
    const { params } = order
    return {
      params: { ...params, delivery: SHIPMENT },
      links: [
        { rel: 'destinationinfo', rev: 'delivery', params },
        { rel: 'shippingoptioninfo', rev: 'delivery', params },
        { rel: 'list', rev: 'element', params },
        { rel: 'order', params },
      ],
      data: { 'delivery-type': 'SHIPMENT' },
    }
  }),
}
