import { Type } from 'typebox'
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
  },
  links: (context, { id, options, definition, price }) => [
    ...(options.length === 0 ? [] : [{ rel: 'options', params: itemParams(context, id) }]),
    ...(definition === '' || price === null ? [] : [{ rel: 'fromprice', params: itemParams(context, id) }]),
  ],
  load: async (_, products) =>
    products.map(
      (product) =>
        product && {
          'display-name': product.name,
          details: detailsOf({ ...product.extensions, description: product.description }),
        },
    ),
})
