import { type Database, query, type Transaction } from '../../db/database.ts'
import { type StoreRow, takeRoundRobin } from '../../db/due/round-robin.ts'
import { assignments, parameters, prepared, preparedStatement } from '../../db/prepared.ts'
import type { CustomData } from '../kit/values/custom-data.ts'
import type { Cart, CartItem } from './cart.ts'

export type CartKey = { owner_id: string; id: string }

export type CartRow = Omit<Cart, 'created_at' | 'updated_at' | 'expires_at' | 'items'> & {
  created_at: Date
  updated_at: Date
  expires_at: Date
  /** Lines written by earlier releases have no custom data. */
  items: (Omit<CartItem, keyof CustomData> & Partial<CustomData>)[]
}

const MEMBERS = [
  ...(['version', 'created_at', 'updated_at', 'expires_at', 'name', 'description', 'currency', 'country'] as const),
  ...(['region', 'postcode', 'customer_ids', 'account_ids', 'coupons', 'shipping_option_id'] as const),
  ...(['items', 'closed', 'custom_attributes'] as const),
] satisfies (keyof CartRow)[]
const COLUMNS = [...(['owner_id', 'id'] as const), ...MEMBERS]

export const CART_COLUMNS = COLUMNS.join(', ')

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

/** Returns false if the cart exists, because a concurrent request may have created it. */
export async function insertCart(tx: Transaction, cart: Cart): Promise<boolean> {
  const rows = await query(tx, INSERT.text, INSERT.bind(valuesOf(cart)))
  return rows.length > 0
}

const INSERT = preparedStatement(
  COLUMNS,
  `insert into carts (${CART_COLUMNS}) values (${parameters(COLUMNS)}) on conflict do nothing returning 1`,
)

export async function updateCart(tx: Transaction, cart: Cart): Promise<void> {
  await query(tx, UPDATE.text, UPDATE.bind(valuesOf(cart)))
}

const UPDATE = preparedStatement(
  COLUMNS,
  `update carts set ${assignments(MEMBERS)} where owner_id = :owner_id and id = :id`,
)

export async function deleteCart(tx: Transaction, { owner_id, id }: CartKey): Promise<void> {
  await query(tx, 'delete from carts where owner_id = $1 and id = $2', [owner_id, id])
}

/** Locks an expired cart. Skips carts that another transaction has locked, and those in `passed`. */
export function lockExpiredCart(
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

function valuesOf(cart: Cart) {
  return {
    ...cart,
    created_at: new Date(cart.created_at),
    updated_at: new Date(cart.updated_at),
    expires_at: new Date(cart.expires_at),
    items: JSON.stringify(cart.items),
    custom_attributes: JSON.stringify(cart.custom_attributes),
  }
}
