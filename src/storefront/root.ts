import type { Resource } from './hypermedia/resource.ts'
import type { Shop } from './shop.ts'

/** Where every client begins: it knows this address and the names of links. */
export const root: Resource<Shop> = {
  name: 'root',
  type: 'shop.collections.links',
  path: '',
  max_age: 600,
  relations: {
    defaultcart: 'cart',
    searches: 'searches',
    lookups: 'lookups',
    navigations: 'navigations',
    countries: 'countries',
    defaultprofile: 'profile',
  },
  read: async ({ scope }, addresses) => {
    const links = Object.keys(root.relations).map((rel) => ({
      rel,
      params: { scope, cart: 'default', profile: 'default' },
    }))
    return addresses.map(() => ({ links }))
  },
}
