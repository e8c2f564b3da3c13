import { type Database, query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import { type PricingTerms, readTerms, type TermsRow, termsFor } from '../../promotions/sql/terms.ts'
import type { Cart } from '../cart.ts'
import { CART_COLUMNS, type CartKey, type CartRow, toCart } from '../store.ts'

/** A cart with its pricing terms, in one statement. Throws `invalid` if the store no longer has its currency. */
export async function findCartAndTerms(
  db: Database,
  { owner_id, id }: CartKey,
): Promise<{ cart: Cart; terms: PricingTerms } | undefined> {
  const [found] = await query<CartRow & { terms: TermsRow | null }>(db, FIND, [owner_id, id])
  if (found === undefined) return undefined
  const { terms, ...row } = found
  return { cart: toCart(row), terms: readTerms(terms ?? undefined, row.currency) }
}

const FIND = prepared(`select ${CART_COLUMNS}, ${termsFor('carts.currency')} as terms
  from carts where owner_id = $1 and id = $2`)
