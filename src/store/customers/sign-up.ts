import type { Access } from '../../access/access.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { createOne, type WriteDeps } from '../kit/operations.ts'
import type { RowOf } from '../kit/store.ts'
import { readSettings } from '../settings/read.ts'
import { customers } from './customer.ts'

type Deps = WriteDeps & Pick<Access, 'failures'>

/** `address` is the network address of the client. */
type SignUp = { owner: { organization_id: string; store_id: string }; sent: { email: string }; address: string }

/**
 * Registers a shopper as a customer. A conflict reveals that the address is taken, because people who register need to
 * know and clients expect it; so attempts are limited like logins. Throws `forbidden` if only sellers create customers,
 * `too_many_requests`, `invalid`, `conflict` and `unavailable`.
 */
export async function signUpCustomer(deps: Deps, { owner, sent, address }: SignUp): Promise<RowOf<typeof customers>> {
  await expectSelfSignup(deps.db, owner.store_id)
  const attempt = { scope: owner.store_id, account: sent.email.toLowerCase(), address }
  return deps.failures.guardSignUp(attempt, deps.clock(), () =>
    createOne(deps, customers, { owner, parents: {} }, sent),
  )
}

export async function allowsSelfSignup(db: Database, store_id: string): Promise<boolean> {
  return (await readSettings(db, store_id)).customer_self_signup
}

async function expectSelfSignup(db: Database, store_id: string): Promise<void> {
  if (await allowsSelfSignup(db, store_id)) return
  const detail =
    'Only a seller can create customers of this store, unless it sets customer_self_signup to true with PUT /v2/settings.'
  throw new AppError('forbidden', [{ detail }])
}
