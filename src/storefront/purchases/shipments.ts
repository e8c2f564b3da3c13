import type { Snapshot } from '../../store/checkout/snapshot.ts'
import { opaque } from '../hypermedia/opaque.ts'
import type { Absent, Body, Params, Resource } from '../hypermedia/resource.ts'
import { cost } from '../money.ts'
import { taxesByName } from '../orders/order.ts'
import type { Shop } from '../shop.ts'
import { shownAddress } from '../shoppers/address-form.ts'
import { type Bought, lineAt, ofPurchase } from './bought.ts'
import { type Part, partsOf } from './parts.ts'

const PATH = '/shipments/purchases/:scope/:purchase'

type Show = (bought: Bought, part: Part, own: Params) => Body | Absent

function shipmentAt({ params }: Bought, { shipment }: Part): Params {
  return { ...params, shipment }
}

/** Reads parts of a shipment, which are not there for what is not sent. */
function ofShipment(show: Show): Resource<Shop>['read'] {
  return ofPurchase((bought, { shipment, ...asked }) => {
    const part = partsOf(bought).find((one) => one.shipment === shipment)
    if (part === undefined) return 'missing'
    const own = shipmentAt(bought, part)
    const body = show(bought, part, { ...asked, ...own })
    return typeof body === 'string' ? body : { ...body, params: { ...own, ...body.params } }
  })
}

type Shipped = NonNullable<Snapshot['shipping']>

/** Reads what delivery was charged: once for the purchase, however many shipments it takes, with the first of them. */
function ofShipping(rev: string, data: (shipping: Shipped, bought: Bought) => Body['data'] & object) {
  return ofShipment((bought, part, own) => {
    const { shipping } = bought.sold
    if (shipping === null || !isFirst(bought, part)) return 'missing'
    return { links: [{ rel: 'shipment', rev, params: own }], data: data(shipping, bought) }
  })
}

function isFirst(bought: Bought, { shipment }: Part): boolean {
  return partsOf(bought)[0]?.shipment === shipment
}

export const shipments: Resource<Shop> = {
  name: 'shipments',
  type: 'shop.collections.links',
  path: PATH,
  max_age: 60,
  relations: { element: 'shipment', purchase: 'purchase' },
  read: ofPurchase((bought) => ({
    links: [
      ...partsOf(bought).map((part) => ({ rel: 'element', rev: 'list', params: shipmentAt(bought, part) })),
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
  read: ofShipment((bought, part, own) => {
    const { sold, params } = bought
    const paid = sold.shipping !== null && isFirst(bought, part) ? ['shippingoption', 'total', 'tax'] : []
    return {
      links: [
        ...['lineitems', 'destination', ...paid].map((rel) => ({ rel, rev: 'shipment', params: own })),
        { rel: 'list', rev: 'element', params },
        { rel: 'purchase', params },
      ],
      data: { status: { code: part.code }, carrier: part.carrier, 'tracking-number': part.tracking_number },
    }
  }),
}

export const shipmentLines: Resource<Shop> = {
  name: 'shipment line items',
  type: 'shop.collections.links',
  path: `${PATH}/:shipment/lineitems`,
  max_age: 60,
  relations: { element: 'shipment line item', shipment: 'shipment' },
  read: ofShipment((_, { units }, own) => ({
    links: [
      ...[...units.keys()].map((id) => ({ rel: 'element', rev: 'list', params: { ...own, lineitem: opaque(id) } })),
      { rel: 'shipment', rev: 'lineitems', params: own },
    ],
  })),
}

/** How many of a line are in the shipment. */
export const shipmentLine: Resource<Shop> = {
  name: 'shipment line item',
  type: 'shop.shipments.line-item',
  path: `${PATH}/:shipment/lineitems/:lineitem`,
  max_age: 60,
  relations: { list: 'shipment line items', lineitem: 'purchase line item' },
  read: ofShipment((bought, { units }, asked) => {
    const line = lineAt(bought, asked)
    const quantity = units.get(line?.id ?? '')
    if (line === undefined || quantity === undefined) return 'missing'
    const params = { ...asked, lineitem: opaque(line.id) }
    return {
      params,
      links: [
        { rel: 'list', rev: 'element', params },
        { rel: 'lineitem', params },
      ],
      data: { name: line.name, quantity },
    }
  }),
}

export const shipmentDestination: Resource<Shop> = {
  name: 'shipment destination',
  type: 'shop.addresses.address',
  path: `${PATH}/:shipment/destination`,
  max_age: 60,
  relations: { shipment: 'shipment' },
  read: ofShipment(({ order }, _, own) => ({
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
