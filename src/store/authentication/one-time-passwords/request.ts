import { type Failures, ofNetwork } from '../../../access/limits/failures.ts'
import type { Tries } from '../../../access/limits/tries.ts'
import { newId } from '../../../db/new-id.ts'
import { AppError, notFound } from '../../../kernel/errors.ts'
import { type Owner, ownerId } from '../../../kernel/owner.ts'
import type { StoreDeps } from '../../kit/work.ts'
import { selectProfile } from '../store.ts'
import type { OneTimePasswordTokenRequest } from './one-time-password.ts'
import { insertRequest } from './store.ts'

type CodeRequest = {
  authentication_realm_id: string
  password_profile_id: string
  sent: OneTimePasswordTokenRequest
  /** Network address of the client. */
  address: string
}

/** Requests per username in 15 minutes, even if the user does not exist. Each process counts separately. */
const MAX_REQUESTS_PER_USERNAME = 10

/**
 * Stores a request for a one-time password. `sendOneTimePassword` looks the user up later, so that neither the response
 * nor its timing reveals if the user exists. Throws `not_found`, `too_many_requests`, and `conflict` if the profile
 * does not allow one-time passwords.
 */
export async function requestOneTimePassword(
  { db, clock, tries, failures }: Pick<StoreDeps, 'db' | 'clock'> & { tries: Tries; failures: Failures },
  owner: Owner,
  { authentication_realm_id, password_profile_id, sent, address }: CodeRequest,
): Promise<void> {
  const owner_id = ownerId(owner)
  const profile = await selectProfile(db, { owner_id, authentication_realm_id, id: password_profile_id })
  if (profile === undefined) throw notFound('password profile')
  if (!profile.enable_one_time_password_token) throw passwordsDisabled()
  const now = clock()
  const { username, purpose } = sent
  const name = `${password_profile_id} ${username.toLowerCase()}`
  failures.count([ofNetwork({ scope: owner_id, address })], now)
  tries.begin([{ subject: name, most: MAX_REQUESTS_PER_USERNAME }], now)
  const { organization_id } = owner
  const ids = { id: newId(now), organization_id, owner_id, authentication_realm_id, password_profile_id }
  await insertRequest(db, { ...ids, username, purpose })
}

function passwordsDisabled(): AppError {
  const detail = 'The password profile does not allow one-time passwords: enable_one_time_password_token is false.'
  return new AppError('conflict', [{ detail }])
}
