import { AppError, notFound } from '../../kernel/errors.ts'
import type { Permission } from '../../kernel/permissions.ts'
import type { ActingOwner } from '../../kernel/requester.ts'

/**
 * The sender of a request, identified by its access token: a `seller` with its permissions, or a `shopper` of a
 * storefront.
 */
export type Caller = ActingOwner & {
  /** The key that the token was issued for, or the person's session. */
  key_id: string
  role: 'seller' | 'shopper'
  /** The person who has logged in; null for keys and shoppers. */
  person_id: string | null
  /** The seller's permissions in the store or organization. Empty for shoppers, whose routes declare their access. */
  permissions: ReadonlySet<Permission>
  /** The stores in which a person has roles; null for access to the whole organization, as keys have. */
  stores: readonly string[] | null
  /** The session of the access token, which owns the resources of an anonymous shopper. */
  session_id: string
  customer_id: string | null
  /** The logged-in account member, and the account that the member acts for. */
  account_id: string | null
  account_member_id: string | null
  /**
   * The token generations in the member's token. Tokens issued from it have the same generations and are revoked with
   * it.
   */
  account_token_generations: Readonly<Record<string, number>> | null
}

export function isAnonymous({ role, customer_id, account_member_id }: Caller): boolean {
  return role === 'shopper' && customer_id === null && account_member_id === null
}

/** Identifies a shopper in limits: by the customer or member who has logged in, or else by the session. */
export function shopperId({ customer_id, account_member_id, session_id }: Caller): string {
  return customer_id ?? account_member_id ?? session_id
}

type StoreCaller = Caller & { store_id: string }

/** The caller with its store. Throws `store_needed` if it acts on an organization. */
export function inStore(caller: Caller): StoreCaller {
  if (caller.store_id !== null) return { ...caller, store_id: caller.store_id }
  const detail = 'This operation requires a store: send the id of a store of the organization in the header X-Store-Id.'
  throw new AppError('store_needed', [{ detail, header: 'X-Store-Id' }])
}

/**
 * Admits sellers, and the account member if the path names the member or the member's account. A list whose path names
 * neither contains only the member's own (`members_see`). Throws `forbidden`, or `not_found` for another account or
 * member.
 */
export function ownAccount(caller: Caller, params: unknown): void {
  if (caller.role === 'seller') return
  const { account_id, account_member_id } = (params ?? {}) as { account_id?: string; account_member_id?: string }
  const named = account_id ?? account_member_id
  if (caller.account_id === null) {
    const detail =
      'This operation requires a seller token, or a shopper token with the token of a member of the account in X-Account-Token.'
    throw new AppError('forbidden', [{ detail }])
  }
  if (named === undefined) return
  const own = account_id === undefined ? caller.account_member_id : caller.account_id
  if (named.toLowerCase() !== own) throw notFound(account_id === undefined ? 'account member' : 'account')
}

/** Admits sellers, and the customer that the path names. Throws `forbidden`, or `not_found` for another customer. */
export function ownCustomer(caller: Caller, params: unknown): void {
  if (caller.role === 'seller') return
  const { customer_id } = (params ?? {}) as { customer_id?: string }
  if (caller.customer_id === null || customer_id === undefined) {
    const detail =
      'This operation requires a seller token, or a shopper token with the token of the customer in X-Customer-Token.'
    throw new AppError('forbidden', [{ detail }])
  }
  if (caller.customer_id !== customer_id.toLowerCase()) throw notFound('customer')
}
