import { Type } from 'typebox'
import { changeCart } from '../../store/carts/change.ts'
import { changeCurrentCart } from '../carts/current.ts'
import { promotionLinks } from '../carts/promotions.ts'
import type { StorefrontResource } from '../context.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { Params } from '../hypermedia/resource.ts'
import { amounts, cost } from '../money.ts'
import { elements } from '../relations.ts'
import type { CurrentOrder } from './current.ts'
import { deliveryParams } from './deliveries.ts'
import { orderReader } from './order.ts'
import { selectionResources } from './selection.ts'

export const shippingOptions = selectionResources({
  name: 'shipping option',
  type: 'shop.shipmentdetails.shipping-option',
  path: '/shipmentdetails/:scope/:order/shippingoptioninfo',
  subject: 'shipping option of an order',
  rel: 'shippingoption',
  target: 'shipping option',
  back: { rel: 'delivery', to: 'delivery', params: deliveryParams },
  isNeeded: ({ ships }) => ships,
  // Empty without a shipping address.
  options: ({ shipping_options, params }) =>
    shipping_options.map(({ quote }) => ({ id: quote.id, params: { ...params, option: encodeId(quote.id) } })),
  chosen: ({ shipping_option }) => shipping_option?.quote.id ?? null,
  choose: (context, { cart }, id) =>
    changeCurrentCart(context, cart.params, (work, cartRequest) =>
      changeCart(work, cartRequest, (before) => ({ ...before, shipping_option_id: id })),
    ),
})

export const SHIPPING_MEMBERS = {
  name: Type.String({ description: 'The name for programs.' }),
  'display-name': Type.String({ description: 'The name for display.' }),
  carrier: Type.String({ description: 'The carrier; may be empty.' }),
  cost: amounts('The cost after promotions.'),
}

export const shippingOption: StorefrontResource = {
  name: 'shipping option',
  type: 'shop.shipmentdetails.shipping-option',
  path: '/shipmentdetails/:scope/:order/shippingoptions/:option',
  max_age: 0,
  description: 'A way of shipping that serves the address.',
  members: SHIPPING_MEMBERS,
  relations: { appliedpromotions: { to: 'applied shipping promotions', rev: 'shippingoption' } },
  read: orderReader((order, params) => {
    const shipping_option = shippingOptionFor(order, params)
    if (shipping_option === undefined) return 'missing'
    const { name, carrier, code } = shipping_option.quote
    const own = { ...order.params, option: encodeId(shipping_option.quote.id) }
    return {
      params: own,
      links: [{ rel: 'appliedpromotions', params: own }],
      data: {
        name: code,
        'display-name': name,
        carrier,
        cost: [cost(shipping_option.priced.cost, order.cart.format)],
      },
      languages: [order.cart.priced.default_language],
    }
  }),
}

export const appliedShippingPromotions: StorefrontResource = {
  name: 'applied shipping promotions',
  type: 'shop.collections.links',
  path: '/promotions/shipmentdetails/:scope/:order/shippingoptions/:option/applied',
  max_age: 0,
  description: 'The promotions that lower the cost of a shipping option.',
  relations: {
    element: elements('promotion'),
    shippingoption: { to: 'shipping option', rev: 'appliedpromotions' },
  },
  read: orderReader((order, params) => {
    const shipping_option = shippingOptionFor(order, params)
    if (shipping_option === undefined) return 'missing'
    const own = { ...order.params, option: encodeId(shipping_option.quote.id) }
    const back = { rel: 'shippingoption', params: own }
    return { params: own, links: [...promotionLinks(own, shipping_option.priced.promotion_ids), back] }
  }),
}

function shippingOptionFor({ shipping_options }: CurrentOrder, { option = '' }: Params) {
  const id = decodeId(option)
  return shipping_options.find(({ quote }) => quote.id === id)
}
