import type { Database } from '../../db/database.ts'
import { type Bind, type Listed, list } from '../../db/list.ts'
import type { Caller } from '../../http/callers/caller.ts'
import { AppError } from '../../kernel/errors.ts'
import type { ListDefinition, ListRequest } from '../../kernel/lists/list.ts'
import { ownerId } from '../../kernel/owner.ts'
import { type PricedCart, type Pricing, priceCarts } from './price.ts'
import { CART_COLUMNS, type CartRow, toCart } from './store.ts'

export const cartList: ListDefinition = {
  fields: {
    id: { kind: 'text', column: 'id' },
    name: { kind: 'text', column: 'name' },
    created_at: { kind: 'time', column: 'created_at' },
    updated_at: { kind: 'time', column: 'updated_at' },
    expires_at: { kind: 'time', column: 'expires_at' },
    currency: { kind: 'text', column: 'currency', nullable: true },
    customer_id: { kind: 'uuid_array', column: 'customer_ids', sortable: false },
    account_id: { kind: 'uuid_array', column: 'account_ids', sortable: false },
    coupons: { kind: 'text_array', column: 'coupons', sortable: false },
  },
  default_sort: '-updated_at',
  max_offset: null,
}

/**
 * Lists carts with their current prices: all carts of the store for a seller, those of its account or customer for a
 * shopper. Throws `forbidden` for an anonymous shopper.
 */
export async function listCarts(
  { db }: { db: Database },
  caller: Caller,
  pricing: Pricing,
  request: ListRequest,
): Promise<Listed<PricedCart>> {
  const owner_id = ownerId(pricing.owner)
  const own = ownershipOf(caller)
  const where = (bind: Bind) =>
    own === null
      ? `owner_id = ${bind(owner_id)}`
      : // The first condition matches the index. Carts of the storefront are read through its own API.
        `${own.column} <> '{}' and ${own.column} @> ${bind([own.id])}::uuid[]
         and owner_id = ${bind(owner_id)} and id not like 'sf.%'`
  const page = await list<CartRow>(db, { columns: CART_COLUMNS, from: 'carts', where }, request)
  return { ...page, rows: await priceCarts(db, page.rows.map(toCart), pricing) }
}

/** Column and id that select a shopper's carts; null for a seller. An account takes precedence over a customer. */
function ownershipOf({ role, account_id, customer_id }: Caller) {
  if (role === 'seller') return null
  if (account_id !== null) return { column: 'account_ids', id: account_id }
  if (customer_id !== null) return { column: 'customer_ids', id: customer_id }
  const detail =
    'Requires a seller token, or a shopper token with the token of a customer in X-Customer-Token or of an account in X-Account-Token.'
  throw new AppError('forbidden', [{ detail }])
}
