import { hash } from 'node:crypto'
import manifest from '../../../../package.json' with { type: 'json' }
import { VARY_BY_CALLER } from '../../../http/callers/vary-by-caller.ts'

/**
 * The strong ETag of a response that is the same as long as all of these are. Another version of the program may show the same
 * in another way.
 */
export function tagOf(depends_on: readonly unknown[]): string {
  return `"${hash('sha256', JSON.stringify([manifest.version, ...depends_on]), 'base64url')}"`
}

/**
 * Caches may store the response and ask before they use it, so that a new release is served at once: shared ones too, unless a
 * shopper has logged in.
 */
export function cacheControl({ customer_id, account_id }: { customer_id: string | null; account_id: string | null }) {
  return customer_id === null && account_id === null ? 'public, no-cache' : 'private, no-cache'
}

/** All request headers that say which shopper of which store asks, and for which prices. */
export const SHOPPER_VARY = `${VARY_BY_CALLER}, X-Currency, X-Moltin-Currency, EP-Channel, X-Channel, EP-Context-Tag, X-Catalog-Tag, Accept-Language`
