import type { Item } from '../../pricing/selector.ts'
import { availability } from '../../store/inventory/stock.ts'
import type { ItemPricing } from '../../store/promotions/item-prices.ts'
import { promotionLinks } from '../carts/promotions.ts'
import { currencyOf } from '../currency.ts'
import type { Absent, Body, Params, Resource } from '../hypermedia/resource.ts'
import { cost } from '../money.ts'
import type { Shop } from '../shop.ts'
import { detailsOf } from './details.ts'
import { itemAt, type Product, pricingOf, productsAt } from './shelf.ts'

/** A resource of an item that tells one side of it, and leads back to it. */
type Side = Pick<Resource<Shop>, 'name' | 'type' | 'path' | 'max_age'> & {
  rev: string
  /** What it says of each; null for what it has nothing to say of. */
  tell(shop: Shop, products: readonly (Product | null)[]): Promise<(Body['data'] | null)[]>
}

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

async function readEach(
  shop: Shop,
  addresses: readonly Params[],
  tell: (product: Product) => Body,
): Promise<(Body | Absent)[]> {
  const products = await productsAt(shop, addresses)
  return products.map((product) => (product === null ? 'missing' : tell(product)))
}

function sideOf({ rev, tell, ...frame }: Side): Resource<Shop> {
  return {
    ...frame,
    relations: { item: 'item' },
    async read(shop, addresses) {
      const products = await productsAt(shop, addresses)
      const told = await tell(shop, products)
      return products.map((product, index) => {
        const data = told[index]
        if (product === null || data === null || data === undefined) return 'missing'
        return { links: [{ rel: 'item', rev, params: itemAt(shop, product.id) }], data }
      })
    },
  }
}

const definition = sideOf({
  name: 'item definition',
  type: 'shop.itemdefinitions.item-definition',
  path: '/itemdefinitions/:scope/:item',
  max_age: 600,
  rev: 'definition',
  tell: async (_, products) => products.map((product) => product && defined(product)),
})

function defined({ name, description, extensions }: Product) {
  return { 'display-name': name, details: detailsOf({ ...extensions, description }) }
}

const price = sideOf({
  name: 'item price',
  type: 'shop.prices.item-price',
  path: '/prices/items/:scope/:item',
  max_age: 0,
  rev: 'price',
  async tell(shop, products) {
    const currency = await currencyOf(shop)
    if (currency === null || products.every((product) => product === null || product.price === null))
      return products.map(() => null)
    const pricing = await pricingOf(shop, currency)
    return products.map((product) => product && priced(product, pricing))
  },
})

function priced(product: Product, { format, price: lower }: ItemPricing) {
  if (product.price === null) return null
  const { list_amount, amount } = product.price
  const sold: Item = { ...product, product_id: product.id }
  return {
    'list-price': [cost(list_amount, format)],
    'purchase-price': [cost(lower(sold, amount).amount, format)],
  }
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
    const currency = await currencyOf(shop)
    const pricing = currency === null ? null : await pricingOf(shop, currency)
    return products.map((product) => {
      if (product === null) return 'missing'
      const sold: Item = { ...product, product_id: product.id }
      const { price } = product
      const id = price === null || pricing === null ? null : pricing.price(sold, price.amount).promotion_id
      const elements = promotionLinks(shop, id === null ? [] : [id])
      const back = { rel: 'item', rev: 'appliedpromotions', params: itemAt(shop, product.id) }
      return { links: [...elements, back] }
    })
  },
}

/** An item and what it tells of itself. */
export const itemResources = [item, definition, price, stock, code, applied]
