import type { Snapshot } from '../../store/checkout/snapshot.ts'
import type { StorefrontResource } from '../context.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import type { Absence, Params, ResourceState } from '../hypermedia/resource.ts'
import { cost } from '../money.ts'
import { sumTaxesByName } from '../orders/order.ts'
import { renderAddress } from '../shoppers/address-form.ts'
import { type LoadedPurchase, lineFor, purchaseReader } from './loaded-purchase.ts'
import { type ShipmentPart, shipmentParts } from './shipment-parts.ts'

const PATH = '/shipments/purchases/:scope/:purchase'

type RenderShipment = (purchase: LoadedPurchase, part: ShipmentPart, own: Params) => ResourceState | Absence

function shipmentParams({ params }: LoadedPurchase, { shipment }: ShipmentPart): Params {
  return { ...params, shipment }
}

/** Reads resources that render one shipment each. */
function shipmentReader(render: RenderShipment): StorefrontResource['read'] {
  return purchaseReader((purchase, { shipment, ...params }) => {
    const part = shipmentParts(purchase).find((one) => one.shipment === shipment)
    if (part === undefined) return 'missing'
    const own = shipmentParams(purchase, part)
    const state = render(purchase, part, { ...params, ...own })
    return typeof state === 'string' ? state : { ...state, params: { ...own, ...state.params } }
  })
}

type ShippingCharge = NonNullable<Snapshot['shipping']>

/** Reads resources of the shipping charge. It is charged once per purchase and reported with the first shipment. */
function shippingChargeReader(
  rev: string,
  data: (shipping: ShippingCharge, purchase: LoadedPurchase) => ResourceState['data'] & object,
) {
  return shipmentReader((purchase, part, own) => {
    const { shipping } = purchase.snapshot
    if (shipping === null || !isFirst(purchase, part)) return 'missing'
    return { links: [{ rel: 'shipment', rev, params: own }], data: data(shipping, purchase) }
  })
}

function isFirst(purchase: LoadedPurchase, { shipment }: ShipmentPart): boolean {
  return shipmentParts(purchase)[0]?.shipment === shipment
}

export const shipments: StorefrontResource = {
  name: 'shipments',
  type: 'shop.collections.links',
  path: PATH,
  max_age: 60,
  relations: { element: 'shipment', purchase: 'purchase' },
  read: purchaseReader((purchase) => ({
    links: [
      ...shipmentParts(purchase).map((part) => ({
        rel: 'element',
        rev: 'list',
        params: shipmentParams(purchase, part),
      })),
      { rel: 'purchase', rev: 'shipments', params: purchase.params },
    ],
  })),
}

export const shipment: StorefrontResource = {
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
  read: shipmentReader((purchase, part, own) => {
    const { snapshot, params } = purchase
    const paid = snapshot.shipping !== null && isFirst(purchase, part) ? ['shippingoption', 'total', 'tax'] : []
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

export const shipmentLines: StorefrontResource = {
  name: 'shipment line items',
  type: 'shop.collections.links',
  path: `${PATH}/:shipment/lineitems`,
  max_age: 60,
  relations: { element: 'shipment line item', shipment: 'shipment' },
  read: shipmentReader((_, { units }, own) => ({
    links: [
      ...[...units.keys()].map((id) => ({ rel: 'element', rev: 'list', params: { ...own, lineitem: encodeId(id) } })),
      { rel: 'shipment', rev: 'lineitems', params: own },
    ],
  })),
}

/** The quantity of a line in the shipment. */
export const shipmentLine: StorefrontResource = {
  name: 'shipment line item',
  type: 'shop.shipments.line-item',
  path: `${PATH}/:shipment/lineitems/:lineitem`,
  max_age: 60,
  relations: { list: 'shipment line items', lineitem: 'purchase line item' },
  read: shipmentReader((purchase, { units }, requested) => {
    const line = lineFor(purchase, requested)
    const quantity = units.get(line?.id ?? '')
    if (line === undefined || quantity === undefined) return 'missing'
    const params = { ...requested, lineitem: encodeId(line.id) }
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

export const shipmentDestination: StorefrontResource = {
  name: 'shipment destination',
  type: 'shop.addresses.address',
  path: `${PATH}/:shipment/destination`,
  max_age: 60,
  relations: { shipment: 'shipment' },
  read: shipmentReader(({ order }, _, own) => ({
    links: [{ rel: 'shipment', rev: 'destination', params: own }],
    data: renderAddress(order.shipping_address),
  })),
}

/** The cost is after promotions. */
export const purchaseShippingOption: StorefrontResource = {
  name: 'purchase shipping option',
  type: 'shop.shipmentdetails.shipping-option',
  path: `${PATH}/:shipment/shippingoption`,
  max_age: 60,
  relations: { shipment: 'shipment' },
  read: shippingChargeReader('shippingoption', ({ code, name, carrier, cost: amount }, { format }) => ({
    name: code,
    'display-name': name,
    carrier,
    cost: [cost(amount, format)],
  })),
}

/** The shipping charge with taxes. */
export const shipmentTotal: StorefrontResource = {
  name: 'shipment total',
  type: 'shop.totals.total',
  path: `${PATH}/:shipment/total`,
  max_age: 60,
  relations: { shipment: 'shipment' },
  read: shippingChargeReader('total', ({ with_tax }, { format }) => ({ cost: [cost(with_tax, format)] })),
}

export const shipmentTax: StorefrontResource = {
  name: 'shipment tax',
  type: 'shop.taxes.tax',
  path: `${PATH}/:shipment/tax`,
  max_age: 60,
  relations: { shipment: 'shipment' },
  read: shippingChargeReader('tax', ({ taxes, tax }, { format }) => ({
    cost: sumTaxesByName(taxes, format),
    total: cost(tax, format),
  })),
}
