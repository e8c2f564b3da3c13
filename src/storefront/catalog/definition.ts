import { Type } from 'typebox'
import { at } from '../../kernel/at.ts'
import { assetsOf } from './assets.ts'
import { DETAILS, detailsOf } from './details.ts'
import { itemPart } from './item-parts.ts'
import { itemParams } from './products.ts'

export const definition = itemPart({
  name: 'item definition',
  type: 'shop.itemdefinitions.item-definition',
  path: '/itemdefinitions/:scope/:item',
  max_age: 600,
  description: 'Name and details of an item.',
  members: { 'display-name': Type.String({ description: 'The name for display.' }), details: DETAILS },
  rev: 'definition',
  relations: {
    options: { to: 'item options', rev: 'definition', when: 'if the item has options' },
    fromprice: { to: 'price range', rev: 'definition', when: 'if the item is a variant and has a price' },
    assets: { to: 'item assets', rev: 'definition', when: 'if the item has pictures or other public files' },
  },
  async links(context, products) {
    const assets = await assetsOf(context, products)
    return products.map((product, index) => {
      if (product === null) return []
      const { id, options, definition, price } = product
      const rels = [
        ...(options.length === 0 ? [] : ['options']),
        ...(definition === '' || price === null ? [] : ['fromprice']),
        ...(at(assets, index).length === 0 ? [] : ['assets']),
      ]
      return rels.map((rel) => ({ rel, params: itemParams(context, id) }))
    })
  },
  load: async (_, products) =>
    products.map(
      (product) =>
        product && {
          'display-name': product.name,
          details: detailsOf({ ...product.extensions, description: product.description }),
        },
    ),
})
