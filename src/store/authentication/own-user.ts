import type { Database } from '../../db/database.ts'
import { type Caller, inStore } from '../../http/callers/caller.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { allowsSelfManagement } from './settings/account-settings.ts'

/**
 * Admits sellers, and the account member of this user if the store's settings let members change their own data. Throws
 * `forbidden`, or `not_found` for another user.
 */
export async function expectOwnUser(db: Database, caller: Caller, user_authentication_info_id: string): Promise<void> {
  if (caller.role === 'seller') return
  if (caller.account_member_id === null) throw new AppError('forbidden', [{ detail: NEEDS_MEMBER }])
  // A member's own user has the id of the member.
  if (caller.account_member_id !== user_authentication_info_id) throw notFound('user authentication info')
  await expectSelfManagement(db, caller)
}

/** Throws `forbidden` unless the store's settings let members change their own data. */
export async function expectSelfManagement(db: Database, caller: Caller): Promise<void> {
  if (await allowsSelfManagement(db, inStore(caller).store_id)) return
  throw new AppError('forbidden', [{ detail: NOT_ALLOWED }])
}

const NEEDS_MEMBER =
  'This operation requires a seller token, or a shopper token with the token of an account member in X-Account-Token.'
const NOT_ALLOWED =
  'Only a seller can change users and accounts of this store, unless it sets account_member_self_management to update_only with PUT /v2/settings/account-authentication.'
