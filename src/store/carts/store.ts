import { type Database, query, type Transaction } from '../../db/database.ts'
import { type StoreRow, takeRoundRobin } from '../../db/due/round-robin.ts'
import { prepared } from '../../db/prepared.ts'
import type { CustomData } from '../kit/values/custom-data.ts'
import type { Cart, CartItem } from './cart.ts'

export type CartKey = { owner_id: string; id: string }

export type CartRow = Omit<Cart, 'created_at' | 'updated_at' | 'expires_at' | 'items'> & {
  created_at: Date
  updated_at: Date
  expires_at: Date
  /** Lines that an earlier release has written have no custom data. */
  items: (Omit<CartItem, keyof CustomData> & Partial<CustomData>)[]
}

export const CART_COLUMNS = `owner_id, id, version, created_at, updated_at, expires_at, name, description, currency, country, region, postcode,
  customer_ids, account_ids, coupons, shipping_option_id, items, closed, custom_attributes`

const SELECT = prepared(`select ${CART_COLUMNS} from carts where owner_id = $1 and id = $2`)
const LOCK = prepared(`${SELECT} for update`)

export async function selectCart(db: Database, { owner_id, id }: CartKey): Promise<Cart | undefined> {
  const rows = await query<CartRow>(db, SELECT, [owner_id, id])
  return rows.map(toCart)[0]
}

export async function lockCart(tx: Transaction, { owner_id, id }: CartKey): Promise<Cart | undefined> {
  const rows = await query<CartRow>(tx, LOCK, [owner_id, id])
  return rows.map(toCart)[0]
}

/** Returns false if the cart exists: a concurrent request may have created it. */
export async function insertCart(tx: Transaction, cart: Cart): Promise<boolean> {
  const rows = await query(
    tx,
    prepared(`insert into carts (${CART_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
     on conflict do nothing returning 1`),
    valuesOf(cart),
  )
  return rows.length > 0
}

export async function updateCart(tx: Transaction, cart: Cart): Promise<void> {
  await query(
    tx,
    prepared(`update carts set version = $3, created_at = $4, updated_at = $5, expires_at = $6, name = $7, description = $8,
            currency = $9, country = $10, region = $11, postcode = $12, customer_ids = $13, account_ids = $14,
            coupons = $15, shipping_option_id = $16, items = $17, closed = $18, custom_attributes = $19
      where owner_id = $1 and id = $2`),
    valuesOf(cart),
  )
}

export async function deleteCart(tx: Transaction, { owner_id, id }: CartKey): Promise<void> {
  await query(tx, 'delete from carts where owner_id = $1 and id = $2', [owner_id, id])
}

/** An expired cart, locked. Skips carts that are locked by another transaction, and those `passed` over. */
export function takeExpiredCart(
  db: Database,
  tx: Transaction,
  { now, passed }: { now: number; passed: readonly string[] },
): Promise<(StoreRow & { version: number }) | undefined> {
  const until = new Date(now)
  const text = prepared(
    `select version from carts where owner_id = $1 and id = $2 and expires_at <= $3 for update skip locked`,
  )
  return takeRoundRobin(db, tx, {
    ...{ table: 'carts', column: 'expires_at', until, passed },
    async lock(row) {
      const [cart] = await query<{ version: number }>(tx, text, [row.owner_id, row.id, until])
      return cart && { ...row, ...cart }
    },
  })
}

export function toCart(row: CartRow): Cart {
  return {
    ...row,
    created_at: row.created_at.getTime(),
    updated_at: row.updated_at.getTime(),
    expires_at: row.expires_at.getTime(),
    items: row.items.map((item) => ({ custom_inputs: {}, custom_attributes: {}, ...item })),
  }
}

function valuesOf(cart: Cart): unknown[] {
  const { owner_id, id, version, name, description, currency, country, region, postcode } = cart
  const times = [cart.created_at, cart.updated_at, cart.expires_at].map((at) => new Date(at))
  const { customer_ids, account_ids, coupons, shipping_option_id, closed } = cart
  const documents = [JSON.stringify(cart.items), closed, JSON.stringify(cart.custom_attributes)]
  const others = [customer_ids, account_ids, coupons, shipping_option_id, ...documents]
  return [owner_id, id, version, ...times, name, description, currency, country, region, postcode, ...others]
}
