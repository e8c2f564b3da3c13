import { query } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'
import type { Database, Transaction } from '../../db/tables.ts'
import type { Caller } from '../../http/caller.ts'
import { change, type Work } from '../../store/kit/work.ts'
import { once, type Shop } from '../shop.ts'
import type { GuestAddress } from './address-form.ts'
import type { PaymentMethod } from './payment-method.ts'

/** What a shopper has said for whatever it buys next. */
export type Told = {
  /** Who its orders are for, when that is not the customer's own address. */
  email: string | null
  /** Of a guest; those of a customer are the store's. */
  addresses: readonly GuestAddress[]
  payment_methods: readonly PaymentMethod[]
  billing_address: string | null
  shipping_address: string | null
  payment_method: string | null
}

/** A shopper as the storefront knows it. */
export type Known = {
  /** How many of its carts became purchases: the next one is the current. */
  number: number
  told: Told
}

/** The address that taxes and shipping go by; null while none is chosen. */
export function goesTo({ shipping_address, billing_address }: Told): string | null {
  return shipping_address ?? billing_address
}

/** A customer, or the session of somebody who has not logged in. */
export type ShopperId = { shopper_id: string; customer_id: string | null }

export const NOTHING: Told = {
  email: null,
  addresses: [],
  payment_methods: [],
  billing_address: null,
  shipping_address: null,
  payment_method: null,
}

/** Longer than a token of a session lasts: 30 days. */
const KEPT_FOR = 30 * 86_400_000

export function shopperIdOf({ customer_id, session_id }: Pick<Caller, 'customer_id' | 'session_id'>): ShopperId {
  return { shopper_id: customer_id ?? session_id, customer_id }
}

export function known(shop: Shop): Promise<Known> {
  return once(shop, 'known', () => selectKnown(shop.deps.db, shop.owner.store_id, shopperIdOf(shop.caller).shopper_id))
}

/** Changes what the shopper has told, in one transaction with what follows from it. */
export async function tell<Result>(
  shop: Shop,
  body: (work: Work, before: Known) => Promise<{ told: Told; result: Result }>,
): Promise<Result> {
  const { store_id } = shop.owner
  const shopper = shopperIdOf(shop.caller)
  return change(shop.deps, shop.owner, async (work) => {
    const before = await lockKnown(work.tx, store_id, shopper)
    const { told, result } = await body(work, before)
    await updateKnown(work, store_id, shopper, { ...before, told })
    shop.loaded.clear()
    return result
  })
}

async function selectKnown(db: Database, store_id: string, shopper_id: string): Promise<Known> {
  return readKnown(await query<Row>(db, SELECT, [store_id, shopper_id]))
}

type Row = { number: number; told: Partial<Told> }

function readKnown([row]: readonly Row[]): Known {
  return { number: row?.number ?? 0, told: { ...NOTHING, ...row?.told } }
}

const SELECT = prepared('select number, told from storefront_shoppers where owner_id = $1 and shopper_id = $2')

/** One at a time: purchases of one shopper, and what it changes meanwhile, come one after the other. */
export async function lockKnown(
  tx: Transaction,
  store_id: string,
  { shopper_id, customer_id }: ShopperId,
): Promise<Known> {
  await query(
    tx,
    'insert into storefront_shoppers (owner_id, shopper_id, customer_id, number) values ($1, $2, $3, 0) on conflict do nothing',
    [store_id, shopper_id, customer_id],
  )
  return readKnown(await query<Row>(tx, `${SELECT} for update`, [store_id, shopper_id]))
}

export async function updateKnown(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  store_id: string,
  { shopper_id, customer_id }: ShopperId,
  { number, told }: Known,
): Promise<void> {
  const expires_at = customer_id === null ? new Date(now + KEPT_FOR) : null
  await query(
    tx,
    'update storefront_shoppers set number = $3, told = $4, expires_at = $5 where owner_id = $1 and shopper_id = $2',
    [store_id, shopper_id, number, JSON.stringify(told), expires_at],
  )
}

/** Forgets guests whose sessions are long over; says whether there were any. */
export async function forgetGuests(db: Database, now: number): Promise<boolean> {
  const rows = await query(
    db,
    `delete from storefront_shoppers where (owner_id, shopper_id) in (
       select owner_id, shopper_id from storefront_shoppers where expires_at <= $1 limit 1000) returning 1`,
    [new Date(now)],
  )
  return rows.length > 0
}
