import { AppError } from '../../kernel/errors.ts'
import type { PeopleDeps } from '../deps.ts'
import { type RelyingParty, relyingPartyOf } from '../rules/relying-party.ts'

type UsableDeps = Pick<PeopleDeps, 'base_url' | 'password_log_in'>

/**
 * Returns the domain and origin for passkeys. Passkeys bypass the provider as passwords do, so they are disabled
 * together.
 */
export function partyOf({ base_url, password_log_in }: UsableDeps): RelyingParty {
  if (password_log_in) return relyingPartyOf(base_url)
  return {
    id: null,
    reason: 'Passkeys are switched off here, as passwords are: the setting TIDINGS_PASSWORDS is false.',
  }
}

/** Throws `forbidden` if passkeys are unavailable. */
export function usableParty(deps: UsableDeps): { id: string; origin: string } {
  const party = partyOf(deps)
  if (party.id === null) throw new AppError('forbidden', [{ detail: party.reason }])
  return party
}
