import type { Access } from '../../access/access.ts'
import { tokenGenerationsOf } from '../../access/tokens/generations.ts'
import type { HolderToken } from '../../access/tokens/holder-token.ts'
import { AppError } from '../../kernel/errors.ts'
import type { WriteDeps } from '../kit/operations.ts'
import { selectCredentials } from './store.ts'

export type LogInDeps = Pick<WriteDeps, 'db' | 'clock' | 'passwords'> & Pick<Access, 'issue' | 'failures'>

/** `address` is the network address of the client that logs in. */
export type LogIn = { organization_id: string; store_id: string; email: string; password: string; address: string }

/**
 * Logs a customer in and returns a token. Throws `too_many_requests`, `unavailable` and `bad_credentials`, which takes
 * the same time for an unknown e-mail address, a customer without a password and a wrong password.
 */
export async function logInCustomer(
  { db, clock, passwords, issue, failures }: LogInDeps,
  { organization_id, store_id, email, password, address }: LogIn,
): Promise<HolderToken & { customer_id: string }> {
  const attempt = { scope: store_id, account: email.toLowerCase(), address }
  const found = await failures.guard(attempt, clock(), async () => {
    const customer = await selectCredentials(db, store_id, email.toLowerCase())
    const token_generations = await tokenGenerationsOf(db, [customer?.id ?? store_id])
    const matches = await passwords.matches(organization_id, password, customer?.password_hash ?? null)
    if (!matches || customer === undefined) throw badCredentials()
    return { customer_id: customer.id, token_generations }
  })
  const token = await issue({ kind: 'customer', store_id, ...found })
  return { ...token, customer_id: found.customer_id }
}

function badCredentials(): AppError {
  return new AppError('bad_credentials', [{ detail: 'Unknown e-mail address or wrong password.' }])
}
