import { type Database, query } from '../../../db/database.ts'
import {
  CHOSEN_RELEASE,
  fromChosen,
  type Shopper,
  type ShopperRelease,
  shopperValues,
} from '../../catalog/sql/choose.ts'
import { type PricingTerms, readTerms, type TermsRow, termsFor } from '../../promotions/sql/terms.ts'
import type { Cart } from '../cart.ts'
import { CART_COLUMNS, type CartKey, type CartRow, toCart } from '../store.ts'

/** A cart with all that its prices depend on which can change at any time. */
export type CartWithTerms = { cart: Cart; terms: PricingTerms; release: ShopperRelease | null }

export type CartWithTermsRow = CartRow & { terms: TermsRow | null; release: ShopperRelease | null }

/** Columns of a statement of `fromChosen`, of `carts`. */
export const CART_WITH_TERMS = `${CART_COLUMNS.replace(/\b[a-z_]+\b/g, 'carts.$&')},
  ${termsFor('carts.currency')} as terms, ${CHOSEN_RELEASE} as release`

/** In one statement. Throws `invalid` if the store no longer has its currency. */
export async function findCartAndTerms(
  db: Database,
  { owner_id, id }: CartKey,
  { shopper, now }: { shopper: Shopper; now: number },
): Promise<CartWithTerms | undefined> {
  const values = [...shopperValues(owner_id, shopper, now), id]
  const [found] = await query<CartWithTermsRow>(db, FIND(shopper), values)
  return found && toCartWithTerms(found)
}

/** Throws `invalid` if the store no longer has the currency. */
export function toCartWithTerms({ terms, release, ...row }: CartWithTermsRow): CartWithTerms {
  return { cart: toCart(row), terms: readTerms(terms ?? undefined, row.currency), release }
}

const FIND = fromChosen(`select ${CART_WITH_TERMS} from carts where owner_id = $1 and id = $7`)
