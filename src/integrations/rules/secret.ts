import { isoTime } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/duration.ts'
import type { Integration } from '../integration.ts'
import { kindOf, parseDestination } from '../kinds/kinds.ts'

/** Time for which a replaced webhook secret continues to sign, in addition to the new one. @operator */
const ROTATION_MS = DAY

/** The members of an integration that say what signs. */
type Signing = Pick<Integration, 'previous_secret_key' | 'previous_secret_until' | 'secret_since'>

/** The secret that signs; empty when there is none. */
export function secretOf({ integration_type, configuration }: SecretHolder): string {
  const destination = parseDestination(integration_type, configuration)
  return destination.kind === 'webhook' ? (destination.configuration.secret_key ?? '') : ''
}

type SecretHolder = Pick<Integration, 'integration_type' | 'configuration'>

/** Whether deliveries of its kind are signed with a secret. */
export function canSign({ integration_type }: Pick<Integration, 'integration_type'>): boolean {
  return kindOf(integration_type) === 'webhook'
}

/** What signs after a change at `now`: a replaced secret for a day more. Empty when the secret is the same. */
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

/** Until when the previous secret signs too, milliseconds since the epoch; null when it does not. */
export function previousUntil({ previous_secret_until }: Signing, now: number): number | null {
  return previous_secret_until !== null && previous_secret_until > now ? previous_secret_until : null
}

/** As the API shows it; undefined without a secret. */
export function presentSecretTimes(integration: SecretHolder & Signing) {
  if (secretOf(integration) === '') return undefined
  const { secret_since: since, previous_secret_until: until } = integration
  return { since: since === null ? null : isoTime(since), previous_until: until === null ? null : isoTime(until) }
}
