import { detailsOf } from './details.ts'
import { itemPart } from './item-parts.ts'
import { itemParams } from './products.ts'

/** Name and details. With variants, it links to the options and to the lowest price. */
export const definition = itemPart({
  name: 'item definition',
  type: 'shop.itemdefinitions.item-definition',
  path: '/itemdefinitions/:scope/:item',
  max_age: 600,
  rev: 'definition',
  relations: { options: 'item options', fromprice: 'price range' },
  links: (context, { id, options, definition, price }) => [
    ...(options.length === 0 ? [] : [{ rel: 'options', rev: 'definition', params: itemParams(context, id) }]),
    ...(definition === '' || price === null
      ? []
      : [{ rel: 'fromprice', rev: 'definition', params: itemParams(context, id) }]),
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
