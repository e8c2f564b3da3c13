import type { StorefrontResource } from './context.ts'

/** The entry point: clients know this URI and the names of relations. */
export const root: StorefrontResource = {
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
  read: async ({ scope, caller }, paramsList) => {
    const params = { scope, cart: 'default', profile: 'default' }
    const rels = Object.keys(root.relations).filter((rel) => rel !== 'newaccountform' || caller.customer_id === null)
    const links = rels.map((rel) => ({ rel, params }))
    return paramsList.map(() => ({ links }))
  },
}
