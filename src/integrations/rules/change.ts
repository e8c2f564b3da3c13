import { DAY } from '../../kernel/duration.ts'
import type { Integration, IntegrationUpdate } from '../integration.ts'
import { kindOf, parseDestination } from '../kinds/kinds.ts'
import { mergeConfiguration } from './configuration.ts'

/** For how long a replaced webhook secret continues to sign, in addition to the new one. */
const ROTATION_MS = DAY

/** The integration after an update, or null when the update changes nothing. Omitted attributes keep their values. */
export function changeIntegration(before: Integration, update: IntegrationUpdate, now: number): Integration | null {
  const integration_type = update.integration_type ?? before.integration_type
  const retargeted = kindOf(integration_type) !== kindOf(before.integration_type)
  const after: Integration = {
    ...before,
    integration_type,
    name: update.name ?? before.name,
    description: update.description ?? before.description,
    enabled: update.enabled ?? before.enabled,
    observes: [...new Set(update.observes ?? before.observes)],
    filter: update.filter === undefined ? before.filter : update.filter,
    rate_limit: update.rate_limit === undefined ? before.rate_limit : update.rate_limit,
    configuration: mergeConfiguration(
      integration_type,
      retargeted ? {} : before.configuration,
      update.configuration ?? {},
    ),
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return null
  return { ...after, ...rotate(before, after, now), ...(after.enabled && !before.enabled && { disabled_reason: null }) }
}

function rotate(before: Integration, after: Integration, now: number) {
  const old_secret = webhookSecret(before)
  const new_secret = webhookSecret(after)
  if (old_secret === new_secret) return {}
  if (old_secret === '' || new_secret === '') return { previous_secret_key: null, previous_secret_until: null }
  return { previous_secret_key: old_secret, previous_secret_until: now + ROTATION_MS }
}

function webhookSecret({ integration_type, configuration }: Integration): string {
  const destination = parseDestination(integration_type, configuration)
  return destination.kind === 'webhook' ? (destination.configuration.secret_key ?? '') : ''
}
