import { opaque } from '../hypermedia/opaque.ts'
import type { Params, Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import type { ShopOrder } from './current.ts'
import { ofOrder } from './order.ts'

/** Everything that has to be sent goes in one shipment. */
export const SHIPMENT = opaque('shipment')

export function deliveryOf({ params }: ShopOrder): Params {
  return { ...params, delivery: SHIPMENT }
}

export const deliveries: Resource<Shop> = {
  name: 'deliveries',
  type: 'shop.collections.links',
  path: '/orders/:scope/:order/deliveries',
  max_age: 0,
  relations: { element: 'delivery', order: 'order' },
  read: ofOrder((order) => ({
    links: [
      ...(order.ships ? [{ rel: 'element', rev: 'list', params: deliveryOf(order) }] : []),
      { rel: 'order', rev: 'deliveries', params: order.params },
    ],
  })),
}

export const delivery: Resource<Shop> = {
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
  read: ofOrder((order, { delivery: id = '' }) => {
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
