import { type Failures, ofNetwork } from '../../access/limits/failures.ts'
import type { Tries } from '../../access/limits/tries.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { selectProfile } from '../authentication/store.ts'
import type { StoreDeps } from '../kit/work.ts'
import type { OneTimePasswordTokenRequest } from './one-time-password.ts'
import { insertRequest } from './store.ts'

type Asked = {
  authentication_realm_id: string
  password_profile_id: string
  sent: OneTimePasswordTokenRequest
  /** Network address of whoever asks. */
  address: string
}

const MOST_OF_ONE_NAME = 10

/**
 * Writes down that somebody wants a one-time password. Whether there is such a user is looked up later, by
 * `sendOneTimePassword`: neither the answer nor its time can tell. Throws `not_found`, `conflict` when the profile has no
 * one-time passwords, `too_many_requests`.
 */
export async function requestOneTimePassword(
  { db, clock, tries, failures }: Pick<StoreDeps, 'db' | 'clock'> & { tries: Tries; failures: Failures },
  owner: Owner,
  { authentication_realm_id, password_profile_id, sent, address }: Asked,
): Promise<void> {
  const owner_id = ownerId(owner)
  const profile = await selectProfile(db, { owner_id, authentication_realm_id, id: password_profile_id })
  if (profile === undefined) throw notFound('password profile')
  if (!profile.enable_one_time_password_token) throw noneHere()
  const now = clock()
  const { username, purpose } = sent
  const name = `${password_profile_id} ${username.toLowerCase()}`
  failures.count([ofNetwork({ scope: owner_id, address })], now)
  tries.begin([{ subject: name, most: MOST_OF_ONE_NAME }], now)
  const { organization_id } = owner
  const place = { organization_id, owner_id, authentication_realm_id, password_profile_id }
  await insertRequest(db, { id: newId(now), ...place, username, purpose })
}

function noneHere(): AppError {
  const detail = 'The password profile has no one-time passwords: enable_one_time_password_token is false.'
  return new AppError('conflict', [{ detail }])
}
