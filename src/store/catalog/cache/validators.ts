import { hash } from 'node:crypto'
import manifest from '../../../../package.json' with { type: 'json' }
import { VARY_BY_CALLER } from '../../../http/callers/vary-by-caller.ts'

/**
 * Strong ETag of a response that depends only on these values. Includes the version of the program, which may change
 * the representation.
 */
export function tagOf(depends_on: readonly unknown[]): string {
  return `"${hash('sha256', JSON.stringify([manifest.version, ...depends_on]), 'base64url')}"`
}

/**
 * Requires revalidation, so that a new release shows at once. Shared caches may store responses unless the shopper has
 * logged in.
 */
export function cacheControl({ customer_id, account_id }: { customer_id: string | null; account_id: string | null }) {
  return customer_id === null && account_id === null ? 'public, no-cache' : 'private, no-cache'
}

/** All request headers that select the store, the shopper and the prices. */
export const SHOPPER_VARY = `${VARY_BY_CALLER}, X-Currency, X-Moltin-Currency, EP-Channel, X-Channel, EP-Context-Tag, X-Catalog-Tag, Accept-Language`
