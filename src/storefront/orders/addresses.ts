import type { StorefrontContext } from '../context.ts'
import { changeDestination } from '../shoppers/destination.ts'
import { ownId } from '../shoppers/own-id.ts'
import type { CurrentOrder } from './current.ts'
import { deliveryParams } from './deliveries.ts'
import { selectionResources } from './selection.ts'

const common = {
  target: 'address',
  form: { rel: 'addressform', to: 'address form' } as const,
  options: ({ addresses, params, shopper_id }: CurrentOrder) =>
    addresses.map(({ id }) => ({ id, params: { scope: params.scope, address: ownId(shopper_id, id) } })),
}

export const billingAddress = selectionResources({
  ...common,
  name: 'billing address',
  type: 'shop.addresses.billing-address',
  path: '/orders/:scope/:order/billingaddressinfo',
  subject: 'billing address of an order',
  rel: 'billingaddress',
  back: { rel: 'order', to: 'order', params: ({ params }) => params },
  isNeeded: () => true,
  chosen: ({ billing_address }) => billing_address?.id ?? null,
  choose: (context, _, id) => choose(context, { billing_address: id }),
})

export const destination = selectionResources({
  ...common,
  name: 'destination',
  type: 'shop.shipmentdetails.destination',
  path: '/shipmentdetails/:scope/:order/destinationinfo',
  subject: 'shipping address of an order',
  rel: 'destination',
  back: { rel: 'delivery', to: 'delivery', params: deliveryParams },
  isNeeded: ({ ships }) => ships,
  chosen: ({ shipping_address }) => shipping_address?.id ?? null,
  choose: (context, _, id) => choose(context, { shipping_address: id }),
})

function choose(
  context: StorefrontContext,
  chosen: { billing_address: string } | { shipping_address: string },
): Promise<void> {
  return changeDestination(context, async (_, details) => ({ details: { ...details, ...chosen }, result: undefined }))
}
