import type { StorefrontContext, StorefrontResource } from '../context.ts'
import type { Absence, ResourceState } from '../hypermedia/resource.ts'
import { itemParams, type Product, productsFor } from './products.ts'

export function productReader(
  render: (context: StorefrontContext, product: Product) => ResourceState | Absence,
): StorefrontResource['read'] {
  return async (context, paramsList) => {
    const products = await productsFor(context, paramsList)
    return products.map((product) => (product === null ? 'missing' : render(context, product)))
  }
}

/** A resource with part of an item's data, which links back to the item. */
type ItemPart = Pick<
  StorefrontResource,
  'name' | 'type' | 'path' | 'max_age' | 'cached' | 'description' | 'members'
> & {
  /** The relation from the item to this resource. */
  rev: string
  /** The data for each product; null if the product has none. */
  load(context: StorefrontContext, products: readonly (Product | null)[]): Promise<(ResourceState['data'] | null)[]>
}

export function itemPart({ rev, load, ...base }: ItemPart): StorefrontResource {
  return {
    ...base,
    relations: { item: { to: 'item', rev } },
    async read(context, paramsList) {
      const products = await productsFor(context, paramsList)
      const loaded = await load(context, products)
      return products.map((product, index) => {
        const data = loaded[index]
        if (product === null || data === null || data === undefined) return 'missing'
        return { links: [{ rel: 'item', params: itemParams(context, product.id) }], data }
      })
    },
  }
}
