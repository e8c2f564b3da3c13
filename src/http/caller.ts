import { AppError, notFound } from '../kernel/errors.ts'
import type { Owner } from '../kernel/owner.ts'

/** Who sends a request, read from its access token. `seller` may do everything of its owner, `shopper` what a storefront needs. */
export type Caller = Owner & {
  key_id: string
  role: 'seller' | 'shopper'
  /** Of the access token: what a shopper did in one session is this session's. */
  session_id: string
  /** The customer who has logged in with this token's shopper; null before that. */
  customer_id: string | null
  /** The account that a member of it acts for, and the member; null before somebody has logged in as one. */
  account_id: string | null
  account_member_id: string | null
}

/** A shopper who has not logged in. */
export function isAnonymous({ role, customer_id, account_member_id }: Caller): boolean {
  return role === 'shopper' && customer_id === null && account_member_id === null
}

type StoreCaller = Caller & { store_id: string }

/** The caller, once it is clear that it acts on a store. Throws `store_needed` at organization level. */
export function inStore(caller: Caller): StoreCaller {
  if (caller.store_id !== null) return { ...caller, store_id: caller.store_id }
  const detail = 'This belongs to a store: name one of the organization in the header X-Store-Id.'
  throw new AppError('store_needed', [{ detail, header: 'X-Store-Id' }])
}

/** Lets sellers pass, and the customer whom the path names. Throws `forbidden`, or `not_found` for another customer. */
export function ownCustomer(caller: Caller, params: unknown): void {
  if (caller.role === 'seller') return
  const { customer_id } = (params ?? {}) as { customer_id?: string }
  if (caller.customer_id === null || customer_id === undefined) {
    const detail = 'This needs a seller token, or a shopper token with the token of the customer in X-Customer-Token.'
    throw new AppError('forbidden', [{ detail }])
  }
  if (caller.customer_id !== customer_id.toLowerCase()) throw notFound('customer')
}
