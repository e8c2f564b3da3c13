import { detailsOf } from './details.ts'
import { itemAt } from './shelf.ts'
import { sideOf } from './side.ts'

/** What an item is. Where it has variants, it leads to what can be chosen and to what the cheapest of them costs. */
export const definition = sideOf({
  name: 'item definition',
  type: 'shop.itemdefinitions.item-definition',
  path: '/itemdefinitions/:scope/:item',
  max_age: 600,
  rev: 'definition',
  relations: { options: 'item options', fromprice: 'price range' },
  links: (shop, { id, options, definition, price }) => [
    ...(options.length === 0 ? [] : [{ rel: 'options', rev: 'definition', params: itemAt(shop, id) }]),
    ...(definition === '' || price === null ? [] : [{ rel: 'fromprice', rev: 'definition', params: itemAt(shop, id) }]),
  ],
  tell: async (_, products) =>
    products.map(
      (product) =>
        product && {
          'display-name': product.name,
          details: detailsOf({ ...product.extensions, description: product.description }),
        },
    ),
})
