import { Type } from 'typebox'
import { at } from '../../kernel/at.ts'
import type { Item } from '../../pricing/selectors/selector.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { currencyOf } from '../currency.ts'
import { cost, PRICE_PAIR } from '../money.ts'
import { itemPart } from './item-parts.ts'
import { type DisplayPricing, itemParams, itemPricing, type Product, productsFor, variantsOf } from './products.ts'

/** The price of one unit before and after catalog promotions, in minor units; null without a price. */
type PricePair = { list: number; purchase: number } | null

export const itemPrice = itemPart({
  name: 'item price',
  type: 'shop.prices.item-price',
  path: '/prices/items/:scope/:item',
  max_age: 0,
  cached: true,
  description: 'The price of one unit of an item, before and after promotions on it.',
  members: PRICE_PAIR,
  rev: 'price',
  async load(context, products) {
    const pricing = await pricingForProducts(context, products)
    return products.map((product) => product && pricing && renderPrices(pricesOf(product, pricing), pricing))
  },
})

export const priceRange: StorefrontResource = {
  name: 'price range',
  type: 'shop.prices.price-range',
  path: '/prices/itemdefinitions/:scope/:item',
  max_age: 0,
  cached: true,
  description: 'The price of the cheapest variant.',
  members: { 'from-price': Type.Object(PRICE_PAIR, { description: 'The lowest price of one unit.' }) },
  relations: { definition: { to: 'item definition', rev: 'fromprice' } },
  async read(context, paramsList) {
    const products = await productsFor(context, paramsList)
    const variants = await variantsOf(context, products)
    const pricing = await pricingForProducts(context, variants.flat())
    if (pricing === null) return products.map(() => 'missing')
    // Computed once per family, because the items of a response are often variants of one product.
    const cheapest = new Map([...new Set(variants)].map((family) => [family, cheapestOf(family, pricing)]))
    return products.map((product, index) => {
      if (product === null) return 'missing'
      const from = renderPrices(cheapest.get(at(variants, index)) ?? null, pricing)
      if (from === null) return 'missing'
      const back = { rel: 'definition', params: itemParams(context, product.id) }
      return { links: [back], data: { 'from-price': from } }
    })
  },
}

/** Null if none of the products has a price. */
export async function pricingForProducts(
  context: StorefrontContext,
  products: readonly (Product | null)[],
): Promise<DisplayPricing | null> {
  const currency = await currencyOf(context)
  if (currency === null || products.every((product) => product === null || product.price === null)) return null
  return itemPricing(context, currency)
}

/** The price of one unit after catalog promotions, and the promotion that applied; null without a price. */
export function discountedPrice(
  product: Product,
  { price: discount }: DisplayPricing,
): ReturnType<DisplayPricing['price']> | null {
  const sold: Item = { ...product, product_id: product.id }
  return product.price && discount(sold, product.price.amount)
}

function pricesOf(product: Product, pricing: DisplayPricing): PricePair {
  const discounted = discountedPrice(product, pricing)
  return product.price && discounted && { list: product.price.list_amount, purchase: discounted.amount }
}

function cheapestOf(products: readonly Product[], pricing: DisplayPricing): PricePair {
  const priced = products.map((product) => pricesOf(product, pricing)).filter((prices) => prices !== null)
  return priced.sort((one, other) => one.purchase - other.purchase || one.list - other.list)[0] ?? null
}

function renderPrices(prices: PricePair, { format }: DisplayPricing) {
  return prices && { 'list-price': [cost(prices.list, format)], 'purchase-price': [cost(prices.purchase, format)] }
}
