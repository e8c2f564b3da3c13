import { AppError } from '../../kernel/errors.ts'
import type { PeopleDeps } from '../deps.ts'
import { type RelyingParty, relyingPartyOf } from '../rules/relying-party.ts'
import type { PersonRow } from '../store.ts'

type UsableDeps = Pick<PeopleDeps, 'base_url' | 'password_log_in'>

/** Where passkeys can be used. They are a way in beside the provider, as passwords are, so that they are switched off with them. */
export function partyOf({ base_url, password_log_in }: UsableDeps): RelyingParty {
  if (password_log_in) return relyingPartyOf(base_url)
  return {
    id: null,
    reason: 'Passkeys are switched off here, as passwords are: the setting TIDINGS_PASSWORDS is false.',
  }
}

/** Throws `forbidden` where there can be no passkeys. */
export function usableParty(deps: UsableDeps): { id: string; origin: string } {
  const party = partyOf(deps)
  if (party.id === null) throw forbidden(party.reason)
  return party
}

/** A person who only the provider lets in has no way past it. Throws `forbidden`. */
export function refuseProviderOnly({ oidc }: Pick<PeopleDeps, 'oidc'>, person: PersonRow): void {
  if (oidc === null || !person.has_provider || person.password_hash !== null) return
  throw forbidden('You log in by the provider of your organization only: passkeys would bypass it.')
}

function forbidden(detail: string): AppError {
  return new AppError('forbidden', [{ detail }])
}
