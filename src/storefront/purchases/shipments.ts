import { Type } from 'typebox'
import type { Snapshot } from '../../store/checkout/snapshot.ts'
import type { StorefrontResource } from '../context.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import type { Absence, Params, ResourceState } from '../hypermedia/resource.ts'
import { amountOf, amounts, cost, taxes } from '../money.ts'
import { sumTaxesByName } from '../orders/order.ts'
import { SHIPPING_MEMBERS } from '../orders/shipping.ts'
import { elements } from '../relations.ts'
import { renderAddress } from '../shoppers/address-form.ts'
import { ADDRESS_MEMBERS } from '../shoppers/address-members.ts'
import { type LoadedPurchase, lineFor, nameOfLine, purchaseReader } from './loaded-purchase.ts'
import { SHIPMENT_CODES, type ShipmentPart, shipmentParts } from './shipment-parts.ts'

const CHARGED = 'for the first shipment, if there is a shipping charge'
const PATH = '/shipments/purchases/:scope/:purchase'

type RenderShipment = (purchase: LoadedPurchase, part: ShipmentPart, own: Params) => ResourceState | Absence

function shipmentParams({ params }: LoadedPurchase, { shipment }: ShipmentPart): Params {
  return { ...params, shipment }
}

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
  render: (shipping: ShippingCharge, purchase: LoadedPurchase) => Pick<ResourceState, 'data' | 'languages'>,
) {
  return shipmentReader((purchase, part, own) => {
    const { shipping } = purchase.snapshot
    if (shipping === null || !isFirst(purchase, part)) return 'missing'
    return { links: [{ rel: 'shipment', params: own }], ...render(shipping, purchase) }
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
  description: 'The shipments of a purchase, oldest first; the last one has the units that are in no shipment yet.',
  relations: { element: elements('shipment'), purchase: { to: 'purchase', rev: 'shipments' } },
  read: purchaseReader((purchase) => ({
    links: [
      ...shipmentParts(purchase).map((part) => ({ rel: 'element', params: shipmentParams(purchase, part) })),
      { rel: 'purchase', params: purchase.params },
    ],
  })),
}

export const shipment: StorefrontResource = {
  name: 'shipment',
  type: 'shop.shipments.shipment',
  path: `${PATH}/:shipment`,
  max_age: 60,
  description: 'Units that were shipped together, or are not shipped yet. The first shipment has the shipping charge.',
  members: {
    status: Type.Object(
      { code: Type.Enum([...SHIPMENT_CODES], { type: 'string', description: 'The status of the shipment.' }) },
      { description: 'The status.' },
    ),
    carrier: Type.String({ description: 'The carrier; may be empty.' }),
    'tracking-number': Type.String({ description: 'The tracking number; may be empty.' }),
    'tracking-url': Type.String({ description: "The carrier's page about the shipment; may be empty." }),
  },
  relations: {
    lineitems: { to: 'shipment line items', rev: 'shipment' },
    destination: { to: 'shipment destination', rev: 'shipment' },
    shippingoption: { to: 'purchase shipping option', rev: 'shipment', when: CHARGED },
    total: { to: 'shipment total', rev: 'shipment', when: CHARGED },
    tax: { to: 'shipment tax', rev: 'shipment', when: CHARGED },
    list: { to: 'shipments', rev: 'element' },
    purchase: { to: 'purchase' },
  },
  read: shipmentReader((purchase, part, own) => {
    const { snapshot, params } = purchase
    const paid = snapshot.shipping !== null && isFirst(purchase, part) ? ['shippingoption', 'total', 'tax'] : []
    return {
      links: [
        ...['lineitems', 'destination', ...paid].map((rel) => ({ rel, params: own })),
        { rel: 'list', params },
        { rel: 'purchase', params },
      ],
      data: {
        status: { code: part.code },
        carrier: part.carrier,
        'tracking-number': part.tracking_number,
        'tracking-url': part.tracking_url,
      },
    }
  }),
}

export const shipmentLines: StorefrontResource = {
  name: 'shipment line items',
  type: 'shop.collections.links',
  path: `${PATH}/:shipment/lineitems`,
  max_age: 60,
  description: 'The lines of a shipment.',
  relations: { element: elements('shipment line item'), shipment: { to: 'shipment', rev: 'lineitems' } },
  read: shipmentReader((_, { units }, own) => ({
    links: [
      ...[...units.keys()].map((id) => ({ rel: 'element', params: { ...own, lineitem: encodeId(id) } })),
      { rel: 'shipment', params: own },
    ],
  })),
}

export const shipmentLine: StorefrontResource = {
  name: 'shipment line item',
  type: 'shop.shipments.line-item',
  path: `${PATH}/:shipment/lineitems/:lineitem`,
  max_age: 60,
  description: 'The part of a line of the purchase that is in the shipment.',
  members: {
    name: Type.String({ description: 'The name of the item.' }),
    quantity: Type.Integer({ description: 'The number of units in the shipment.' }),
  },
  relations: { list: { to: 'shipment line items', rev: 'element' }, lineitem: { to: 'purchase line item' } },
  read: shipmentReader((purchase, { units }, requested) => {
    const line = lineFor(purchase, requested)
    const quantity = units.get(line?.id ?? '')
    if (line === undefined || quantity === undefined) return 'missing'
    const params = { ...requested, lineitem: encodeId(line.id) }
    const { name, languages } = nameOfLine(purchase, line)
    return {
      params,
      links: [
        { rel: 'list', params },
        { rel: 'lineitem', params },
      ],
      data: { name, quantity },
      languages,
    }
  }),
}

export const shipmentDestination: StorefrontResource = {
  name: 'shipment destination',
  type: 'shop.addresses.address',
  path: `${PATH}/:shipment/destination`,
  max_age: 60,
  description: 'The address that the shipment goes to.',
  members: ADDRESS_MEMBERS,
  relations: { shipment: { to: 'shipment', rev: 'destination' } },
  read: shipmentReader(({ order }, _, own) => ({
    links: [{ rel: 'shipment', params: own }],
    data: renderAddress(order.shipping_address),
  })),
}

export const purchaseShippingOption: StorefrontResource = {
  name: 'purchase shipping option',
  type: 'shop.shipmentdetails.shipping-option',
  path: `${PATH}/:shipment/shippingoption`,
  max_age: 60,
  description: 'The shipping option of a purchase.',
  members: SHIPPING_MEMBERS,
  relations: { shipment: { to: 'shipment', rev: 'shippingoption' } },
  read: shippingChargeReader(({ code, name, carrier, cost: amount }, { format, order }) => ({
    data: { name: code, 'display-name': name, carrier, cost: [cost(amount, format)] },
    languages: [order.default_language],
  })),
}

export const shipmentTotal: StorefrontResource = {
  name: 'shipment total',
  type: 'shop.totals.total',
  path: `${PATH}/:shipment/total`,
  max_age: 60,
  description: 'The shipping charge with taxes.',
  members: { cost: amounts('The shipping charge.') },
  relations: { shipment: { to: 'shipment', rev: 'total' } },
  read: shippingChargeReader(({ with_tax }, { format }) => ({ data: { cost: [cost(with_tax, format)] } })),
}

export const shipmentTax: StorefrontResource = {
  name: 'shipment tax',
  type: 'shop.taxes.tax',
  path: `${PATH}/:shipment/tax`,
  max_age: 60,
  description: 'The taxes on the shipping charge.',
  members: { cost: taxes('The taxes by name.'), total: amountOf('All taxes.') },
  relations: { shipment: { to: 'shipment', rev: 'tax' } },
  read: shippingChargeReader(({ taxes: charged, tax }, { format, order }) => ({
    data: { cost: sumTaxesByName(charged, format), total: cost(tax, format) },
    languages: charged.length === 0 ? [] : [order.default_language],
  })),
}
