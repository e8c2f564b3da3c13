import { at } from '../../kernel/at.ts'
import type { Item } from '../../pricing/selector.ts'
import type { ItemPricing } from '../../store/promotions/item-prices.ts'
import { currencyOf } from '../currency.ts'
import type { Resource } from '../hypermedia/resource.ts'
import { cost } from '../money.ts'
import type { Shop } from '../shop.ts'
import { itemAt, type Product, pricingOf, productsAt, variantsOf } from './shelf.ts'
import { sideOf } from './side.ts'

/** Of one, before and after the promotions of the catalog, in minor units; null for what has no price. */
type Figures = { list: number; purchase: number } | null

export const itemPrice = sideOf({
  name: 'item price',
  type: 'shop.prices.item-price',
  path: '/prices/items/:scope/:item',
  max_age: 0,
  rev: 'price',
  async tell(shop, products) {
    const pricing = await pricingFor(shop, products)
    return products.map((product) => product && pricing && shown(figuresOf(product, pricing), pricing))
  },
})

/** What the cheapest variant of a thing costs. */
export const priceRange: Resource<Shop> = {
  name: 'price range',
  type: 'shop.prices.price-range',
  path: '/prices/itemdefinitions/:scope/:item',
  max_age: 0,
  relations: { definition: 'item definition' },
  async read(shop, addresses) {
    const products = await productsAt(shop, addresses)
    const variants = await variantsOf(shop, products)
    const pricing = await pricingFor(shop, variants.flat())
    if (pricing === null) return products.map(() => 'missing')
    // Items of one answer are often variants of one thing.
    const cheapest = new Map([...new Set(variants)].map((family) => [family, cheapestOf(family, pricing)]))
    return products.map((product, index) => {
      if (product === null) return 'missing'
      const from = shown(cheapest.get(at(variants, index)) ?? null, pricing)
      if (from === null) return 'missing'
      const back = { rel: 'definition', rev: 'fromprice', params: itemAt(shop, product.id) }
      return { links: [back], data: { 'from-price': from } }
    })
  },
}

/** Null when none of them has a price. */
export async function pricingFor(shop: Shop, products: readonly (Product | null)[]): Promise<ItemPricing | null> {
  const currency = await currencyOf(shop)
  if (currency === null || products.every((product) => product === null || product.price === null)) return null
  return pricingOf(shop, currency)
}

/** What one costs after the promotions of the catalog, and which of them made it so; null for what has no price. */
export function loweredPrice(product: Product, { price: lower }: ItemPricing): ReturnType<ItemPricing['price']> | null {
  const sold: Item = { ...product, product_id: product.id }
  return product.price && lower(sold, product.price.amount)
}

function figuresOf(product: Product, pricing: ItemPricing): Figures {
  const lowered = loweredPrice(product, pricing)
  return product.price && lowered && { list: product.price.list_amount, purchase: lowered.amount }
}

function cheapestOf(products: readonly Product[], pricing: ItemPricing): Figures {
  const known = products.map((product) => figuresOf(product, pricing)).filter((figures) => figures !== null)
  return known.sort((one, other) => one.purchase - other.purchase || one.list - other.list)[0] ?? null
}

function shown(figures: Figures, { format }: ItemPricing) {
  return figures && { 'list-price': [cost(figures.list, format)], 'purchase-price': [cost(figures.purchase, format)] }
}
