import { availability } from '../../store/inventory/stock.ts'
import { promotionLinks } from '../carts/promotions.ts'
import type { Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { definition } from './definition.ts'
import { optionResources } from './options.ts'
import { itemPrice, loweredPrice, priceRange, pricingFor } from './prices.ts'
import { itemAt, productsAt } from './shelf.ts'
import { readEach, sideOf } from './side.ts'

const item: Resource<Shop> = {
  name: 'item',
  type: 'shop.items.item',
  path: '/items/:scope/:item',
  max_age: 600,
  relations: {
    availability: 'item availability',
    definition: 'item definition',
    price: 'item price',
    code: 'item code',
    addtocartform: 'add to cart form',
    appliedpromotions: 'applied item promotions',
  },
  read: (shop, addresses) =>
    readEach(shop, addresses, (product) => {
      const params = itemAt(shop, product.id)
      const rels = ['availability', 'definition', ...(product.price === null ? [] : ['price']), 'code']
      const sides = [...rels, 'appliedpromotions'].map((rel) => ({ rel, rev: 'item', params }))
      return { links: [...sides, { rel: 'addtocartform', params }] }
    }),
}

const stock = sideOf({
  name: 'item availability',
  type: 'shop.availabilities.item-availability',
  path: '/availabilities/items/:scope/:item',
  max_age: 0,
  rev: 'availability',
  async tell({ deps, owner }, products) {
    const ids = products.flatMap((product) => product?.id ?? [])
    const figures = await availability(deps.db, owner, ids)
    return products.map((product) => {
      const left = figures.get(product?.id ?? '')?.available ?? Number.POSITIVE_INFINITY
      return { state: left > 0 ? 'AVAILABLE' : 'NOT_AVAILABLE' }
    })
  },
})

const code = sideOf({
  name: 'item code',
  type: 'shop.lookups.code',
  path: '/lookups/items/:scope/:item',
  max_age: 600,
  rev: 'code',
  tell: async (_, products) => products.map((product) => product && { code: product.sku }),
})

/** The one that its price is after; cart promotions never show here. */
const applied: Resource<Shop> = {
  name: 'applied item promotions',
  type: 'shop.collections.links',
  path: '/promotions/items/:scope/:item/applied',
  max_age: 0,
  relations: { element: 'promotion', item: 'item' },
  async read(shop, addresses) {
    const products = await productsAt(shop, addresses)
    const pricing = await pricingFor(shop, products)
    return products.map((product) => {
      if (product === null) return 'missing'
      const id = (pricing && loweredPrice(product, pricing)?.promotion_id) ?? null
      const elements = promotionLinks(shop, id === null ? [] : [id])
      const back = { rel: 'item', rev: 'appliedpromotions', params: itemAt(shop, product.id) }
      return { links: [...elements, back] }
    })
  },
}

/** An item and what it tells of itself. */
export const itemResources = [item, definition, ...optionResources, itemPrice, priceRange, stock, code, applied]
