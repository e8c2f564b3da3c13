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
    newaccountform: 'registration form',
  },
  read: async ({ scope, caller }, addresses) => {
    const params = { scope, cart: 'default', profile: 'default' }
    const rels = Object.keys(root.relations).filter((rel) => rel !== 'newaccountform' || caller.customer_id === null)
    const links = rels.map((rel) => ({ rel, params }))
    return addresses.map(() => ({ links }))
  },
}
