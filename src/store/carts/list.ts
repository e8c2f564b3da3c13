import type { Database } from '../../db/database.ts'
import { type Bind, type Listed, list } from '../../db/list.ts'
import type { ListDefinition, ListRequest } from '../../kernel/lists/list.ts'
import { ownerId } from '../../kernel/owner.ts'
import { type PricedCart, type Pricing, priceCart } from './price.ts'
import { selectCart } from './store.ts'

export const cartList: ListDefinition = {
  fields: {
    id: { kind: 'text', column: 'id' },
    name: { kind: 'text', column: 'name' },
    created_at: { kind: 'time', column: 'created_at' },
    updated_at: { kind: 'time', column: 'updated_at' },
    expires_at: { kind: 'time', column: 'expires_at' },
    currency: { kind: 'text', column: 'currency', nullable: true },
    coupons: { kind: 'text_array', column: 'coupons', sortable: false },
  },
  default_sort: '-updated_at',
  max_offset: null,
}

/** One page of the store's carts, each with its current prices. */
export async function listCarts(
  { db }: { db: Database },
  pricing: Pricing,
  request: ListRequest,
): Promise<Listed<PricedCart>> {
  const owner_id = ownerId(pricing.owner)
  const where = (bind: Bind) => `owner_id = ${bind(owner_id)}`
  const page = await list<{ id: string }>(db, { columns: 'id', from: 'carts', where }, request)
  const rows: PricedCart[] = []
  for (const { id } of page.rows) {
    const cart = await selectCart(db, { owner_id, id })
    if (cart !== undefined) rows.push(await priceCart(db, cart, pricing))
  }
  return { ...page, rows }
}
