import { Type } from 'typebox'
import { availability } from '../../store/inventory/stock.ts'
import { promotionLinks } from '../carts/promotions.ts'
import type { StorefrontResource } from '../context.ts'
import { elements } from '../relations.ts'
import { assetResources } from './assets.ts'
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
  cached: true,
  description: 'A product that can be bought, or a variant of a product.',
  relations: {
    availability: { to: 'item availability', rev: 'item' },
    definition: { to: 'item definition', rev: 'item' },
    price: { to: 'item price', rev: 'item', when: 'if the item has a price in the currency' },
    code: { to: 'item code', rev: 'item' },
    addtocartform: { to: 'add to cart form' },
    appliedpromotions: { to: 'applied item promotions', rev: 'item' },
    addtowishlistform: { to: 'add to wishlist form' },
    recommendations: { to: 'recommendations', rev: 'item' },
  },
  read: productReader((context, product) => {
    const params = itemParams(context, product.id)
    const price = product.price === null ? [] : ['price']
    const parts = ['availability', 'definition', ...price, 'code', 'appliedpromotions']
    const rels = [...parts, 'addtocartform', 'addtowishlistform', 'recommendations']
    return { links: rels.map((rel) => ({ rel, params })) }
  }),
}

const stock = itemPart({
  name: 'item availability',
  type: 'shop.availabilities.item-availability',
  path: '/availabilities/items/:scope/:item',
  max_age: 0,
  description: 'The availability of an item.',
  members: {
    state: Type.Enum(['AVAILABLE', 'NOT_AVAILABLE'], {
      type: 'string',
      description: 'Items without a record of stock are always available.',
    }),
  },
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
  cached: true,
  description: 'The SKU of an item.',
  members: { code: Type.String({ description: 'The SKU.' }) },
  rev: 'code',
  load: async (_, products) => products.map((product) => product && { code: product.sku }),
})

const applied: StorefrontResource = {
  name: 'applied item promotions',
  type: 'shop.collections.links',
  path: '/promotions/items/:scope/:item/applied',
  max_age: 0,
  cached: true,
  description: 'The promotion that lowers the price of an item, if there is one; never a promotion of carts.',
  relations: { element: elements('promotion'), item: { to: 'item', rev: 'appliedpromotions' } },
  async read(context, paramsList) {
    const products = await productsFor(context, paramsList)
    const pricing = await pricingForProducts(context, products)
    return products.map((product) => {
      if (product === null) return 'missing'
      const id = (pricing && discountedPrice(product, pricing)?.promotion_id) ?? null
      const elements = promotionLinks(context, id === null ? [] : [id])
      const back = { rel: 'item', params: itemParams(context, product.id) }
      return { links: [...elements, back] }
    })
  },
}

export const itemResources = [
  item,
  definition,
  ...assetResources,
  ...optionResources,
  itemPrice,
  priceRange,
  stock,
  code,
  applied,
]
