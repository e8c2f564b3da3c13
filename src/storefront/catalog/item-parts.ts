import { at } from '../../kernel/at.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import type { Absence, Link, ResourceState } from '../hypermedia/resource.ts'
import { itemParams, type Product, productsFor } from './products.ts'

/** Reads resources that render one product each. */
export function productReader(
  render: (context: StorefrontContext, product: Product) => ResourceState | Absence,
): StorefrontResource['read'] {
  return async (context, paramsList) => {
    const products = await productsFor(context, paramsList)
    return products.map((product) => (product === null ? 'missing' : render(context, product)))
  }
}

/** A resource that holds part of the data of an item, and links back to the item. */
type ItemPart = Pick<StorefrontResource, 'name' | 'type' | 'path' | 'max_age' | 'description' | 'members'> & {
  /** The relation from the item to this resource. */
  rev: string
  /** Relations in addition to `item`. */
  relations?: StorefrontResource['relations']
  links?(context: StorefrontContext, products: readonly (Product | null)[]): Promise<readonly Link[][]>
  /** The data for each product; null if the product has none. */
  load(context: StorefrontContext, products: readonly (Product | null)[]): Promise<(ResourceState['data'] | null)[]>
}

export function itemPart({ rev, load, relations = {}, links = withoutLinks, ...base }: ItemPart): StorefrontResource {
  return {
    ...base,
    relations: { item: { to: 'item', rev }, ...relations },
    async read(context, paramsList) {
      const products = await productsFor(context, paramsList)
      const [loaded, linked] = [await load(context, products), await links(context, products)]
      return products.map((product, index) => {
        const data = loaded[index]
        if (product === null || data === null || data === undefined) return 'missing'
        const item = { rel: 'item', params: itemParams(context, product.id) }
        return { links: [item, ...at(linked, index)], data }
      })
    },
  }
}

async function withoutLinks(_: StorefrontContext, products: readonly unknown[]): Promise<readonly Link[][]> {
  return products.map(() => [])
}
