import { opaque } from '../hypermedia/opaque.ts'
import type { Shop } from '../shop.ts'
import { tellPlace } from '../shoppers/set-out.ts'
import { choosing } from './choosing.ts'
import type { ShopOrder } from './current.ts'
import { deliveryOf } from './deliveries.ts'

const common = {
  of: 'address',
  form: { rel: 'addressform', to: 'address form' },
  options: ({ addresses, params }: ShopOrder) =>
    addresses.map(({ id }) => ({ id, params: { scope: params.scope, address: opaque(id) } })),
}

export const billingAddress = choosing({
  ...common,
  name: 'billing address',
  type: 'shop.addresses.billing-address',
  path: '/orders/:scope/:order/billingaddressinfo',
  rel: 'billingaddress',
  back: { rel: 'order', to: 'order', params: ({ params }) => params },
  isAsked: () => true,
  chosen: ({ billing_address }) => billing_address?.id ?? null,
  choose: (shop, _, id) => choose(shop, { billing_address: id }),
})

export const destination = choosing({
  ...common,
  name: 'destination',
  type: 'shop.shipmentdetails.destination',
  path: '/shipmentdetails/:scope/:order/destinationinfo',
  rel: 'destination',
  back: { rel: 'delivery', to: 'delivery', params: deliveryOf },
  isAsked: ({ ships }) => ships,
  chosen: ({ shipping_address }) => shipping_address?.id ?? null,
  choose: (shop, _, id) => choose(shop, { shipping_address: id }),
})

function choose(shop: Shop, chosen: { billing_address: string } | { shipping_address: string }): Promise<void> {
  return tellPlace(shop, async (_, told) => ({ told: { ...told, ...chosen }, result: undefined }))
}
