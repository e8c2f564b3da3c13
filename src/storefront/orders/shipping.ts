import { changeCart } from '../../store/carts/change.ts'
import { changeAt } from '../carts/current.ts'
import { promotionLinks } from '../carts/promotions.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Params, Resource } from '../hypermedia/resource.ts'
import { cost } from '../money.ts'
import type { Shop } from '../shop.ts'
import { choosing } from './choosing.ts'
import type { ShopOrder } from './current.ts'
import { deliveryOf } from './deliveries.ts'
import { ofOrder } from './order.ts'

export const shippingOptions = choosing({
  name: 'shipping option',
  type: 'shop.shipmentdetails.shipping-option',
  path: '/shipmentdetails/:scope/:order/shippingoptioninfo',
  rel: 'shippingoption',
  of: 'shipping option',
  back: { rel: 'delivery', to: 'delivery', params: deliveryOf },
  isAsked: ({ ships }) => ships,
  // None before it is known where it goes.
  options: ({ ways, params }) =>
    ways.map(({ quote }) => ({ id: quote.id, params: { ...params, option: opaque(quote.id) } })),
  chosen: ({ way }) => way?.quote.id ?? null,
  choose: (shop, { cart }, id) =>
    changeAt(shop, cart.params, (work, cartRequest) =>
      changeCart(work, cartRequest, (before) => ({ ...before, shipping_option_id: id })),
    ),
})

/** What it costs is after promotions. */
export const shippingOption: Resource<Shop> = {
  name: 'shipping option',
  type: 'shop.shipmentdetails.shipping-option',
  path: '/shipmentdetails/:scope/:order/shippingoptions/:option',
  max_age: 0,
  relations: { appliedpromotions: 'applied shipping promotions' },
  read: ofOrder((order, params) => {
    const way = wayAt(order, params)
    if (way === undefined) return 'missing'
    const { name, carrier, code } = way.quote
    const own = { ...order.params, option: opaque(way.quote.id) }
    return {
      params: own,
      links: [{ rel: 'appliedpromotions', rev: 'shippingoption', params: own }],
      data: { name: code, 'display-name': name, carrier, cost: [cost(way.priced.cost, order.cart.priced.format)] },
    }
  }),
}

export const appliedShippingPromotions: Resource<Shop> = {
  name: 'applied shipping promotions',
  type: 'shop.collections.links',
  path: '/promotions/shipmentdetails/:scope/:order/shippingoptions/:option/applied',
  max_age: 0,
  relations: { element: 'promotion', shippingoption: 'shipping option' },
  read: ofOrder((order, params) => {
    const way = wayAt(order, params)
    if (way === undefined) return 'missing'
    const own = { ...order.params, option: opaque(way.quote.id) }
    const back = { rel: 'shippingoption', rev: 'appliedpromotions', params: own }
    return { params: own, links: [...promotionLinks(own, way.priced.promotion_ids), back] }
  }),
}

function wayAt({ ways }: ShopOrder, { option = '' }: Params) {
  const id = readOpaque(option)
  return ways.find(({ quote }) => quote.id === id)
}
