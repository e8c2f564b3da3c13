import { availability } from '../../store/inventory/stock.ts'
import { promotionLinks } from '../carts/promotions.ts'
import type { StorefrontResource } from '../context.ts'
import { definition } from './definition.ts'
import { itemPart, productReader } from './item-parts.ts'
import { optionResources } from './options.ts'
import { discountedPrice, itemPrice, priceRange, pricingForProducts } from './prices.ts'
import { itemParams, productsFor } from './products.ts'

const item: StorefrontResource = {
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
  read: productReader((context, product) => {
    const params = itemParams(context, product.id)
    const price = product.price === null ? [] : ['price']
    const rels = ['availability', 'definition', ...price, 'code', 'appliedpromotions']
    const parts = rels.map((rel) => ({ rel, rev: 'item', params }))
    return { links: [...parts, { rel: 'addtocartform', params }] }
  }),
}

const stock = itemPart({
  name: 'item availability',
  type: 'shop.availabilities.item-availability',
  path: '/availabilities/items/:scope/:item',
  max_age: 0,
  rev: 'availability',
  async load({ deps, owner }, products) {
    const ids = products.flatMap((product) => product?.id ?? [])
    const stock = await availability(deps.db, owner, ids)
    return products.map((product) => {
      const available = stock.get(product?.id ?? '')?.available ?? Number.POSITIVE_INFINITY
      return { state: available > 0 ? 'AVAILABLE' : 'NOT_AVAILABLE' }
    })
  },
})

const code = itemPart({
  name: 'item code',
  type: 'shop.lookups.code',
  path: '/lookups/items/:scope/:item',
  max_age: 600,
  rev: 'code',
  load: async (_, products) => products.map((product) => product && { code: product.sku }),
})

/** The promotion that lowers the price; cart promotions are never listed here. */
const applied: StorefrontResource = {
  name: 'applied item promotions',
  type: 'shop.collections.links',
  path: '/promotions/items/:scope/:item/applied',
  max_age: 0,
  relations: { element: 'promotion', item: 'item' },
  async read(context, paramsList) {
    const products = await productsFor(context, paramsList)
    const pricing = await pricingForProducts(context, products)
    return products.map((product) => {
      if (product === null) return 'missing'
      const id = (pricing && discountedPrice(product, pricing)?.promotion_id) ?? null
      const elements = promotionLinks(context, id === null ? [] : [id])
      const back = { rel: 'item', rev: 'appliedpromotions', params: itemParams(context, product.id) }
      return { links: [...elements, back] }
    })
  },
}

export const itemResources = [item, definition, ...optionResources, itemPrice, priceRange, stock, code, applied]
