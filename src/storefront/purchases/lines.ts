import { opaque } from '../hypermedia/opaque.ts'
import type { Link, Resource } from '../hypermedia/resource.ts'
import { cost } from '../money.ts'
import type { Shop } from '../shop.ts'
import { type Bought, lineAt, ofPurchase } from './bought.ts'
import { optionsOf } from './options.ts'

export const purchaseLines: Resource<Shop> = {
  name: 'purchase line items',
  type: 'shop.collections.links',
  path: '/purchases/:scope/:purchase/lineitems',
  max_age: 60,
  relations: { element: 'purchase line item', purchase: 'purchase' },
  read: ofPurchase((bought) => ({
    links: [...lineLinks(bought), { rel: 'purchase', rev: 'lineitems', params: bought.params }],
  })),
}

function lineLinks({ sold, params }: Bought): Link[] {
  return sold.lines.map(({ id }) => ({ rel: 'element', rev: 'list', params: { ...params, lineitem: opaque(id) } }))
}

/** Figures are of the whole line: without taxes, the taxes, and with them. */
export const purchaseLine: Resource<Shop> = {
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
  read: ofPurchase((bought, asked) => {
    const line = lineAt(bought, asked)
    if (line === undefined) return 'missing'
    const { params, format } = bought
    const own = { ...params, lineitem: opaque(line.id) }
    // Discounts on the whole purchase are told of there; the tax is what was paid after them.
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
