import type { Access } from '../../access/access.ts'
import { tokenGenerationsOf } from '../../access/generations.ts'
import type { HolderToken } from '../../access/holder-token.ts'
import { passwordMatches } from '../../access/passwords/passwords.ts'
import { AppError } from '../../kernel/errors.ts'
import type { StoreDeps } from '../kit/work.ts'
import { selectCredentials } from './store.ts'

export type LogInDeps = Pick<StoreDeps, 'db' | 'clock'> & Pick<Access, 'issue' | 'failures'>

/** `address` is the network address of whoever logs in. */
export type LogIn = { store_id: string; email: string; password: string; address: string }

/**
 * A token for a customer. Throws `bad_credentials`, the same and in the same time for an unknown e-mail address, a
 * customer without a password and a wrong one; `too_many_requests`, `unavailable`.
 */
export async function logInCustomer(
  { db, clock, issue, failures }: LogInDeps,
  { store_id, email, password, address }: LogIn,
): Promise<HolderToken & { customer_id: string }> {
  const attempt = { scope: store_id, account: email.toLowerCase(), address }
  const found = await failures.guard(attempt, clock(), async () => {
    const customer = await selectCredentials(db, store_id, email.toLowerCase())
    const token_generations = await tokenGenerationsOf(db, [customer?.id ?? store_id])
    const matches = await passwordMatches(store_id, password, customer?.password_hash ?? null)
    if (!matches || customer === undefined) throw wrong()
    return { customer_id: customer.id, token_generations }
  })
  const token = await issue({ kind: 'customer', store_id, ...found })
  return { ...token, customer_id: found.customer_id }
}

function wrong(): AppError {
  return new AppError('bad_credentials', [{ detail: 'There is no customer with this e-mail address and password.' }])
}
