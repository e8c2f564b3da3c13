import type { StorefrontResource } from '../context.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import type { Link } from '../hypermedia/resource.ts'
import { cost } from '../money.ts'
import { type LoadedPurchase, lineFor, purchaseReader } from './loaded-purchase.ts'
import { optionsOf } from './options.ts'

export const purchaseLines: StorefrontResource = {
  name: 'purchase line items',
  type: 'shop.collections.links',
  path: '/purchases/:scope/:purchase/lineitems',
  max_age: 60,
  relations: { element: 'purchase line item', purchase: 'purchase' },
  read: purchaseReader((purchase) => ({
    links: [...lineLinks(purchase), { rel: 'purchase', rev: 'lineitems', params: purchase.params }],
  })),
}

function lineLinks({ snapshot, params }: LoadedPurchase): Link[] {
  return snapshot.lines.map(({ id }) => ({
    rel: 'element',
    rev: 'list',
    params: { ...params, lineitem: encodeId(id) },
  }))
}

/** The amounts are of the whole line: without taxes, the taxes, and with taxes. */
export const purchaseLine: StorefrontResource = {
  name: 'purchase line item',
  type: 'shop.purchases.line-item',
  path: '/purchases/:scope/:purchase/lineitems/:lineitem',
  max_age: 60,
  relations: {
    list: 'purchase line items',
    purchase: 'purchase',
    appliedpromotions: 'purchase line promotions',
    options: 'purchase line options',
  },
  read: purchaseReader((purchase, requested) => {
    const line = lineFor(purchase, requested)
    if (line === undefined) return 'missing'
    const { params, format } = purchase
    const own = { ...params, lineitem: encodeId(line.id) }
    // Discounts on the whole purchase are not part of the line, except that its tax was computed after them.
    const amount = line.includes_tax ? line.total - line.tax : line.total
    return {
      params: own,
      links: [
        { rel: 'list', rev: 'element', params },
        { rel: 'purchase', params },
        { rel: 'appliedpromotions', rev: 'lineitem', params: own },
        ...(optionsOf(line).length === 0 ? [] : [{ rel: 'options', rev: 'lineitem', params: own }]),
      ],
      data: {
        name: line.name,
        quantity: line.quantity,
        'line-extension-amount': [cost(amount, format)],
        'line-extension-tax': [cost(line.tax, format)],
        'line-extension-total': [cost(amount + line.tax, format)],
      },
    }
  }),
}
