import { Type } from 'typebox'
import type { StorefrontResource } from '../context.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import type { Link } from '../hypermedia/resource.ts'
import { amounts, cost } from '../money.ts'
import { elements } from '../relations.ts'
import { type LoadedPurchase, lineFor, nameOfLine, purchaseReader } from './loaded-purchase.ts'
import { optionsOf } from './options.ts'

export const purchaseLines: StorefrontResource = {
  name: 'purchase line items',
  type: 'shop.collections.links',
  path: '/purchases/:scope/:purchase/lineitems',
  max_age: 60,
  description: 'The lines of a purchase.',
  relations: { element: elements('purchase line item'), purchase: { to: 'purchase', rev: 'lineitems' } },
  read: purchaseReader((purchase) => ({
    links: [...lineLinks(purchase), { rel: 'purchase', params: purchase.params }],
  })),
}

function lineLinks({ snapshot, params }: LoadedPurchase): Link[] {
  return snapshot.lines.map(({ id }) => ({ rel: 'element', params: { ...params, lineitem: encodeId(id) } }))
}

export const purchaseLine: StorefrontResource = {
  name: 'purchase line item',
  type: 'shop.purchases.line-item',
  path: '/purchases/:scope/:purchase/lineitems/:lineitem',
  max_age: 60,
  description: 'A line of a purchase. Its amounts are of the whole line.',
  members: {
    name: Type.String({ description: 'The name of the item.' }),
    quantity: Type.Integer({ description: 'The number of units.' }),
    'line-extension-amount': amounts('Without taxes.'),
    'line-extension-tax': amounts('The taxes.'),
    'line-extension-total': amounts('With taxes.'),
  },
  relations: {
    list: { to: 'purchase line items', rev: 'element' },
    purchase: { to: 'purchase' },
    appliedpromotions: { to: 'purchase line promotions', rev: 'lineitem' },
    options: { to: 'purchase line options', rev: 'lineitem', when: 'if the item has options' },
  },
  read: purchaseReader((purchase, requested) => {
    const line = lineFor(purchase, requested)
    if (line === undefined) return 'missing'
    const { params, format } = purchase
    const own = { ...params, lineitem: encodeId(line.id) }
    // Discounts on the whole purchase are not part of the line, except that its tax was computed after them.
    const amount = line.includes_tax ? line.total - line.tax : line.total
    const { name, languages } = nameOfLine(purchase, line)
    return {
      params: own,
      links: [
        { rel: 'list', params },
        { rel: 'purchase', params },
        { rel: 'appliedpromotions', params: own },
        ...(optionsOf(line).length === 0 ? [] : [{ rel: 'options', params: own }]),
      ],
      data: {
        name,
        quantity: line.quantity,
        'line-extension-amount': [cost(amount, format)],
        'line-extension-tax': [cost(line.tax, format)],
        'line-extension-total': [cost(amount + line.tax, format)],
      },
      languages,
    }
  }),
}
