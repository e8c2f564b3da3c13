import type { Caller } from '../../../src/http/callers/caller.ts'
import { PERMISSIONS } from '../../../src/kernel/permissions.ts'

const ID = '00000000-0000-7000-8000-000000000000'

/** Remaining members of a caller without a person or shopper, with every permission. */
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

/** Identifies the caller of a token for servers without access: `shopper`, or a seller of the same store. */
export async function callerOf(token: string): Promise<Caller> {
  const role = token === 'shopper' ? 'shopper' : 'seller'
  // Sellers count as a person, so that they may use the routes for people.
  const person_id = role === 'seller' ? ID : null
  return { organization_id: ID, store_id: ID, key_id: ID, role, ...NOT_LOGGED_IN, person_id }
}
