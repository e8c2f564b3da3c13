import { type Database, query, type Transaction } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Caller } from '../../../http/callers/caller.ts'
import { DAY } from '../../../kernel/duration.ts'
import { translateViolation } from '../../../store/kit/constraints.ts'
import { change, type Work } from '../../../store/kit/work.ts'
import { cachedValue, loadOnce, type StorefrontContext } from '../../context.ts'
import type { ShopperAddress } from '../address-form.ts'
import type { PaymentMethod } from '../payment-method.ts'

/** The shopper's input for the next order. */
export type CheckoutDetails = {
  /** The e-mail address for orders; null for the customer's own. */
  email: string | null
  /** The addresses of an anonymous shopper. Those of a customer are in the store. */
  addresses: readonly ShopperAddress[]
  payment_methods: readonly PaymentMethod[]
  /** A payment method for the next order only; null if there is none. */
  order_payment_method: PaymentMethod | null
  /** Ids of the choices for the next order. */
  billing_address: string | null
  shipping_address: string | null
  payment_method: string | null
  /** Ids of the default addresses of new orders. */
  default_billing_address: string | null
  default_shipping_address: string | null
}

/** The storefront's record of a shopper. */
export type ShopperState = {
  /** The number of bought carts, which is also the number of the current cart. */
  number: number
  details: CheckoutDetails
}

/** The id of the address for taxes and shipping; null if none is chosen. */
export function destinationId({ shipping_address, billing_address }: CheckoutDetails): string | null {
  return shipping_address ?? billing_address
}

/** The shopper's saved payment methods, and that of the next order. */
export function methodsOf({ payment_methods, order_payment_method }: CheckoutDetails): readonly PaymentMethod[] {
  return order_payment_method === null ? payment_methods : [...payment_methods, order_payment_method]
}

/** The details of the order after this one, which starts with the defaults. */
export function detailsOfNextOrder(details: CheckoutDetails): CheckoutDetails {
  const { payment_methods, payment_method, default_billing_address, default_shipping_address } = details
  const isKept = payment_methods.some(({ id }) => id === payment_method)
  return {
    ...details,
    order_payment_method: null,
    payment_method: isKept ? payment_method : (payment_methods.at(-1)?.id ?? null),
    billing_address: default_billing_address,
    shipping_address: default_shipping_address,
  }
}

export type ShopperId = { shopper_id: string; customer_id: string | null }

export const NO_DETAILS: CheckoutDetails = {
  email: null,
  addresses: [],
  payment_methods: [],
  order_payment_method: null,
  billing_address: null,
  shipping_address: null,
  payment_method: null,
  default_billing_address: null,
  default_shipping_address: null,
}

/** Longer than the lifetime of a session token. */
const RETENTION_MS = 30 * DAY

export function shopperIdOf({ customer_id, session_id }: Pick<Caller, 'customer_id' | 'session_id'>): ShopperId {
  return { shopper_id: customer_id ?? session_id, customer_id }
}

const STATE_KEY = 'shopper state'

/** True if this request has read the state, so that reading it again is free. */
export function isShopperStateRead(context: StorefrontContext): boolean {
  return cachedValue(context, STATE_KEY) !== null
}

/** Stores a state that was read together with other data. */
export function setShopperState(context: StorefrontContext, state: ShopperState): void {
  context.cache.set(STATE_KEY, Promise.resolve(state))
}

export function shopperState(context: StorefrontContext): Promise<ShopperState> {
  return loadOnce(context, STATE_KEY, () =>
    selectShopperState(context.deps.db, context.owner.store_id, shopperIdOf(context.caller).shopper_id),
  )
}

/** Changes the shopper's checkout details, in one transaction with the body's other changes. */
export async function changeDetails<Result>(
  context: StorefrontContext,
  body: (work: Work, before: ShopperState) => Promise<{ details: CheckoutDetails; result: Result }>,
): Promise<Result> {
  const { store_id } = context.owner
  const shopper = shopperIdOf(context.caller)
  return change(context.deps, context.owner, async (work) => {
    const before = await lockShopperState(work.tx, store_id, shopper)
    const { details, result } = await body(work, before)
    await updateShopperState(work, store_id, shopper, { ...before, details })
    context.cache.clear()
    return result
  })
}

async function selectShopperState(db: Database, store_id: string, shopper_id: string): Promise<ShopperState> {
  return readShopperState(await query<ShopperStateRow>(db, SELECT, [store_id, shopper_id]))
}

export type ShopperStateRow = { number: number; details: Partial<CheckoutDetails> }

/** The state of a shopper; the initial state without a row. */
export function readShopperState([row]: readonly ShopperStateRow[]): ShopperState {
  const { billing_address = null, shipping_address = null } = row?.details ?? {}
  // Details that predate default addresses use the chosen addresses.
  const defaults = { default_billing_address: billing_address, default_shipping_address: shipping_address }
  return { number: row?.number ?? 0, details: { ...NO_DETAILS, ...defaults, ...row?.details } }
}

const SELECT = prepared(
  'select number, told as details from storefront_shoppers where owner_id = $1 and shopper_id = $2',
)

/** A token is valid for some seconds longer than its customer. */
const DELETED = {
  constraints: {
    storefront_shoppers_owner_id_customer_id_fkey: {
      code: 'not_found',
      detail: 'Customer not found: request another token.',
    },
  },
} as const

/** Locks the row until the end of the transaction, which serializes purchases and changes of one shopper. */
export async function lockShopperState(
  tx: Transaction,
  store_id: string,
  { shopper_id, customer_id }: ShopperId,
): Promise<ShopperState> {
  const insert =
    'insert into storefront_shoppers (owner_id, shopper_id, customer_id, number) values ($1, $2, $3, 0) on conflict do nothing'
  await translateViolation(DELETED, query(tx, insert, [store_id, shopper_id, customer_id]))
  return readShopperState(await query<ShopperStateRow>(tx, `${SELECT} for update`, [store_id, shopper_id]))
}

export async function updateShopperState(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  store_id: string,
  { shopper_id, customer_id }: ShopperId,
  { number, details }: ShopperState,
): Promise<void> {
  await query(
    tx,
    'update storefront_shoppers set number = $3, told = $4, expires_at = $5 where owner_id = $1 and shopper_id = $2',
    [store_id, shopper_id, number, JSON.stringify(details), expiryOf(customer_id, now)],
  )
}

/** Locks the shopper's record until the end of the transaction, creates it if missing, and restarts its retention. */
export async function renewShopper(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  store_id: string,
  { shopper_id, customer_id }: ShopperId,
): Promise<void> {
  const values = [store_id, shopper_id, customer_id, expiryOf(customer_id, now)]
  await translateViolation(DELETED, query(tx, RENEW, values))
}

const RENEW = prepared(
  `insert into storefront_shoppers (owner_id, shopper_id, customer_id, number, expires_at) values ($1, $2, $3, 0, $4)
   on conflict (owner_id, shopper_id) do update set expires_at = excluded.expires_at`,
)

/** Null for a customer. */
function expiryOf(customer_id: string | null, now: number): Date | null {
  return customer_id === null ? new Date(now + RETENTION_MS) : null
}

/** Deletes up to 1,000 anonymous shoppers whose retention has ended, with their wishlists. True if there were any. */
export async function deleteExpiredGuests(db: Database, now: number): Promise<boolean> {
  const rows = await query(
    db,
    `delete from storefront_shoppers where (owner_id, shopper_id) in (
       select owner_id, shopper_id from storefront_shoppers where expires_at <= $1 limit 1000) returning 1`,
    [new Date(now)],
  )
  return rows.length > 0
}
