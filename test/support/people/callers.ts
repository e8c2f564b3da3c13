import type { Caller } from '../../../src/http/callers/caller.ts'
import { PERMISSIONS } from '../../../src/kernel/permissions.ts'

const ID = '00000000-0000-7000-8000-000000000000'

/** The rest of a caller that no person and no shopper has logged in to; it has every permission. */
export const NOT_LOGGED_IN = {
  session_id: 'a-session',
  person_id: null,
  permissions: new Set(PERMISSIONS),
  stores: null,
  customer_id: null,
  account_id: null,
  account_member_id: null,
  account_token_generations: null,
} as const

/** Whose token it is, for servers without access: `shopper`, or the seller of the same store. */
export async function callerOf(token: string): Promise<Caller> {
  const role = token === 'shopper' ? 'shopper' : 'seller'
  // Sellers pass for a person, who may use the routes that are for people.
  const person_id = role === 'seller' ? ID : null
  return { organization_id: ID, store_id: ID, key_id: ID, role, ...NOT_LOGGED_IN, person_id }
}
