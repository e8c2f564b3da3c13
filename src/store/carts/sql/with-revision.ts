import { type Database, query, type Transaction } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import { type Shop, shopRevision } from '../../catalog/sql/shop-revision.ts'
import type { Cart } from '../cart.ts'
import { CART_COLUMNS, type CartRow, toCart } from '../store.ts'

/** A cart, and the revision of everything its prices depend on that can change at any time. */
export type CartAndRevision = { cart: Cart; shop_revision: number }

export type CartAndRevisionRow = CartRow & { shop_revision: number }

/** Columns for statements on `carts` whose parameters $1 and $2 are the ids of the store and its organization. */
export const CART_AND_REVISION = `${CART_COLUMNS.replace(/\b[a-z_]+\b/g, 'carts.$&')},
  ${shopRevision('$1', '$2')} as shop_revision`

const FIND = prepared(`select ${CART_AND_REVISION} from carts where owner_id = $1 and id = $3`)
const LOCK = prepared(`${FIND} for update`)

/** Reads both in one statement. */
export async function findCartAndRevision(db: Database, shop: Shop, id: string): Promise<CartAndRevision | undefined> {
  return toCartAndRevision(await query<CartAndRevisionRow>(db, FIND, [shop.store_id, shop.organization_id, id]))
}

/** Same, and locks the cart. */
export async function lockCartAndRevision(
  tx: Transaction,
  shop: Shop,
  id: string,
): Promise<CartAndRevision | undefined> {
  return toCartAndRevision(await query<CartAndRevisionRow>(tx, LOCK, [shop.store_id, shop.organization_id, id]))
}

function toCartAndRevision([row]: readonly CartAndRevisionRow[]): CartAndRevision | undefined {
  if (row === undefined) return undefined
  const { shop_revision, ...cart } = row
  return { cart: toCart(cart), shop_revision }
}
