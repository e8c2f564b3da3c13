import { isoTime } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/duration.ts'
import type { Integration } from '../integration.ts'
import { kindOf, parseDestination } from '../kinds/kinds.ts'

/** Time for which a replaced webhook secret continues to sign, in addition to the new secret. @operator */
const ROTATION_MS = DAY

/** Members that determine the previous signer. */
type Signing = Pick<Integration, 'previous_secret_key' | 'previous_secret_until' | 'secret_since'>

/** Returns the secret that signs; empty without one. */
export function secretOf({ integration_type, configuration }: SecretHolder): string {
  const destination = parseDestination(integration_type, configuration)
  return destination.kind === 'webhook' ? (destination.configuration.secret_key ?? '') : ''
}

type SecretHolder = Pick<Integration, 'integration_type' | 'configuration'>

/** True if the kind signs its deliveries with a secret. */
export function canSign({ integration_type }: Pick<Integration, 'integration_type'>): boolean {
  return kindOf(integration_type) === 'webhook'
}

/** Returns the changed members: a replaced secret signs for one more day. Empty if the secret is unchanged. */
export function signingAfter(before: SecretHolder, after: SecretHolder, now: number): Partial<Signing> {
  const old_secret = secretOf(before)
  const new_secret = secretOf(after)
  if (old_secret === new_secret) return {}
  const secret_since = new_secret === '' ? null : now
  if (old_secret === '' || new_secret === '') {
    return { secret_since, previous_secret_key: null, previous_secret_until: null }
  }
  return { secret_since, previous_secret_key: old_secret, previous_secret_until: now + ROTATION_MS }
}

/** End of the previous secret in milliseconds since the epoch; null if it no longer signs. */
export function previousUntil({ previous_secret_until }: Signing, now: number): number | null {
  return previous_secret_until !== null && previous_secret_until > now ? previous_secret_until : null
}

/** API representation of the secret's times; undefined without a secret. */
export function presentSecretTimes(integration: SecretHolder & Signing) {
  if (secretOf(integration) === '') return undefined
  const { secret_since: since, previous_secret_until: until } = integration
  return { since: since === null ? null : isoTime(since), previous_until: until === null ? null : isoTime(until) }
}
