import type { Caller } from '../../src/http/caller.ts'

const ID = '00000000-0000-7000-8000-000000000000'
const NOBODY = { session_id: 'a-session', customer_id: null, account_id: null, account_member_id: null }

/** Whose token it is, for servers without access: `shopper`, or the seller of the same store. */
export async function callerOf(token: string): Promise<Caller> {
  const role = token === 'shopper' ? 'shopper' : 'seller'
  return { organization_id: ID, store_id: ID, key_id: ID, role, ...NOBODY }
}
