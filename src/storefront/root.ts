import type { StorefrontResource } from './context.ts'

export const root: StorefrontResource = {
  name: 'root',
  type: 'shop.collections.links',
  path: '',
  max_age: 600,
  description: 'The entry point: clients know its address and the names of relations.',
  relations: {
    defaultcart: { to: 'cart' },
    searches: { to: 'searches' },
    lookups: { to: 'lookups' },
    navigations: { to: 'navigations' },
    countries: { to: 'countries' },
    defaultprofile: { to: 'profile' },
    defaultwishlist: { to: 'wishlist' },
    newaccountform: { to: 'registration form', when: 'for anonymous shoppers' },
  },
  read: async ({ scope, caller }, paramsList) => {
    const params = { scope, cart: 'default', profile: 'default', wishlist: 'default' }
    const rels = Object.keys(root.relations).filter((rel) => rel !== 'newaccountform' || caller.customer_id === null)
    const links = rels.map((rel) => ({ rel, params }))
    return paramsList.map(() => ({ links }))
  },
}
