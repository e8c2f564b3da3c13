import { AppError } from '../kernel/errors.ts'
import type { PeopleDeps } from './deps.ts'
import type { PersonRow } from './store.ts'

/** Rejects credentials that would let a person bypass the provider. Throws `forbidden`. */
export function rejectProviderOnly(
  { oidc }: Pick<PeopleDeps, 'oidc'>,
  person: PersonRow,
  what: 'a password' | 'a passkey',
): void {
  if (oidc === null || !person.has_provider || person.password_hash !== null) return
  const detail = `You log in by the provider of your organization only: ${what} would bypass it.`
  throw new AppError('forbidden', [{ detail }])
}
