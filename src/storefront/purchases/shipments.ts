import type { Snapshot } from '../../store/checkout/snapshot.ts'
import type { Absent, Body, Params, Resource } from '../hypermedia/resource.ts'
import { cost } from '../money.ts'
import { SHIPMENT } from '../orders/deliveries.ts'
import { taxesByName } from '../orders/order.ts'
import type { Shop } from '../shop.ts'
import { shownAddress } from '../shoppers/address-form.ts'
import { type Bought, ofPurchase } from './bought.ts'
import { lineLinks } from './lines.ts'

const PATH = '/shipments/purchases/:scope/:purchase'

function isSent({ sold }: Bought): boolean {
  return sold.shipping !== null || sold.lines.some(({ shippable }) => shippable)
}

function shipmentOf({ params }: Bought): Params {
  return { ...params, shipment: SHIPMENT }
}

type Show = (bought: Bought, own: Params) => Body | Absent

/** Reads parts of a shipment, which are not there for what is not sent. */
function ofShipment(show: Show): Resource<Shop>['read'] {
  return ofPurchase((bought, { shipment }) => {
    const own = shipmentOf(bought)
    const body = isSent(bought) && shipment === SHIPMENT ? show(bought, own) : 'missing'
    return typeof body === 'string' ? body : { ...body, params: { ...own, ...body.params } }
  })
}

type Shipped = NonNullable<Snapshot['shipping']>

/** Reads what there is only when somebody was paid to bring it. */
function ofShipping(rev: string, data: (shipping: Shipped, bought: Bought) => Body['data'] & object) {
  return ofShipment((bought, own) => {
    const { shipping } = bought.sold
    if (shipping === null) return 'missing'
    return { links: [{ rel: 'shipment', rev, params: own }], data: data(shipping, bought) }
  })
}

export const shipments: Resource<Shop> = {
  name: 'shipments',
  type: 'shop.collections.links',
  path: PATH,
  max_age: 60,
  relations: { element: 'shipment', purchase: 'purchase' },
  read: ofPurchase((bought) => ({
    links: [
      ...(isSent(bought) ? [{ rel: 'element', rev: 'list', params: shipmentOf(bought) }] : []),
      { rel: 'purchase', rev: 'shipments', params: bought.params },
    ],
  })),
}

export const shipment: Resource<Shop> = {
  name: 'shipment',
  type: 'shop.shipments.shipment',
  path: `${PATH}/:shipment`,
  max_age: 60,
  relations: {
    lineitems: 'shipment line items',
    destination: 'shipment destination',
    shippingoption: 'purchase shipping option',
    total: 'shipment total',
    tax: 'shipment tax',
    list: 'shipments',
    purchase: 'purchase',
  },
  read: ofShipment(({ sold, order, params }, own) => {
    const paid = sold.shipping === null ? [] : ['shippingoption', 'total', 'tax']
    return {
      links: [
        ...['lineitems', 'destination', ...paid].map((rel) => ({ rel, rev: 'shipment', params: own })),
        { rel: 'list', rev: 'element', params },
        { rel: 'purchase', params },
      ],
      data: { status: { code: statusOf(order) } },
    }
  }),
}

function statusOf({ status, shipping }: Bought['order']): string {
  if (status === 'cancelled') return 'CANCELLED'
  return shipping === 'fulfilled' ? 'SHIPPED' : 'INVENTORY_ASSIGNED'
}

export const shipmentLines: Resource<Shop> = {
  name: 'shipment line items',
  type: 'shop.collections.links',
  path: `${PATH}/:shipment/lineitems`,
  max_age: 60,
  relations: { element: 'purchase line item', shipment: 'shipment' },
  read: ofShipment((bought, own) => ({
    links: [...lineLinks(bought, ({ shippable }) => shippable), { rel: 'shipment', rev: 'lineitems', params: own }],
  })),
}

export const shipmentDestination: Resource<Shop> = {
  name: 'shipment destination',
  type: 'shop.addresses.address',
  path: `${PATH}/:shipment/destination`,
  max_age: 60,
  relations: { shipment: 'shipment' },
  read: ofShipment(({ order }, own) => ({
    links: [{ rel: 'shipment', rev: 'destination', params: own }],
    data: shownAddress(order.shipping_address),
  })),
}

/** What it cost is after promotions. */
export const purchaseShippingOption: Resource<Shop> = {
  name: 'purchase shipping option',
  type: 'shop.shipmentdetails.shipping-option',
  path: `${PATH}/:shipment/shippingoption`,
  max_age: 60,
  relations: { shipment: 'shipment' },
  read: ofShipping('shippingoption', ({ code, name, carrier, cost: amount }, { format }) => ({
    name: code,
    'display-name': name,
    carrier,
    cost: [cost(amount, format)],
  })),
}

/** Of the shipping, with taxes. */
export const shipmentTotal: Resource<Shop> = {
  name: 'shipment total',
  type: 'shop.totals.total',
  path: `${PATH}/:shipment/total`,
  max_age: 60,
  relations: { shipment: 'shipment' },
  read: ofShipping('total', ({ with_tax }, { format }) => ({ cost: [cost(with_tax, format)] })),
}

export const shipmentTax: Resource<Shop> = {
  name: 'shipment tax',
  type: 'shop.taxes.tax',
  path: `${PATH}/:shipment/tax`,
  max_age: 60,
  relations: { shipment: 'shipment' },
  read: ofShipping('tax', ({ taxes, tax }, { format }) => ({
    cost: taxesByName(taxes, format),
    total: cost(tax, format),
  })),
}
