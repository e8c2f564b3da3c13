/**
 * A relation that other servers of this kind of API have but this server lacks, with its source resources and the
 * reason.
 */
type AbsentRelation = { rel: string; from: readonly string[]; why: string }

const ONE_CART = 'A shopper has one cart at a time, `defaultcart`.'
const COMPUTED = 'Recommendations are computed, not curated: `boughttogether` and `samenode`.'

/** Keyed by name, for the documentation. Clients that know such a relation find no link. */
export const ABSENT_RELATIONS: readonly AbsentRelation[] = [
  { rel: 'accounts', from: ['root'], why: 'Account members buy through the API of the store, under `/v2`.' },
  { rel: 'additemstocartform', from: ['cart'], why: 'Items are added one at a time, by `addtocartform`.' },
  { rel: 'cartmemberships', from: ['item'], why: ONE_CART },
  { rel: 'carts', from: ['root'], why: ONE_CART },
  { rel: 'components', from: ['item definition', 'purchase line item'], why: 'Bundles are not supported.' },
  { rel: 'crosssell', from: ['recommendations'], why: COMPUTED },
  { rel: 'data-policies', from: ['root'], why: 'The store keeps no consents.' },
  { rel: 'possiblepromotions', from: ['item'], why: 'They depend on the whole cart, which has them.' },
  { rel: 'rate', from: ['item', 'line item'], why: 'Subscriptions are not supported.' },
  {
    rel: 'references',
    from: ['root'],
    why: 'Forms and their limits are in the description, at `/storefront/description`.',
  },
  { rel: 'upsell', from: ['recommendations'], why: COMPUTED },
  { rel: 'wishlistmemberships', from: ['item'], why: 'A shopper has one wishlist, `defaultwishlist`.' },
]
