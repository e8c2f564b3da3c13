import type { Absent, Body, Link, Params, Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { itemAt, type Product, productsAt } from './shelf.ts'

/** Reads resources of items, of each by what is known of it. */
export async function readEach(
  shop: Shop,
  addresses: readonly Params[],
  tell: (product: Product) => Body | Absent,
): Promise<(Body | Absent)[]> {
  const products = await productsAt(shop, addresses)
  return products.map((product) => (product === null ? 'missing' : tell(product)))
}

/** A resource of an item that tells one side of it, and leads back to it. */
type Side = Pick<Resource<Shop>, 'name' | 'type' | 'path' | 'max_age'> & {
  rev: string
  /** Where it leads beside. */
  relations?: Resource<Shop>['relations']
  links?(shop: Shop, product: Product): Link[]
  /** What it says of each; null for what it has nothing to say of. */
  tell(shop: Shop, products: readonly (Product | null)[]): Promise<(Body['data'] | null)[]>
}

export function sideOf({ rev, tell, relations = {}, links = () => [], ...frame }: Side): Resource<Shop> {
  return {
    ...frame,
    relations: { item: 'item', ...relations },
    async read(shop, addresses) {
      const products = await productsAt(shop, addresses)
      const told = await tell(shop, products)
      return products.map((product, index) => {
        const data = told[index]
        if (product === null || data === null || data === undefined) return 'missing'
        return { links: [{ rel: 'item', rev, params: itemAt(shop, product.id) }, ...links(shop, product)], data }
      })
    },
  }
}
