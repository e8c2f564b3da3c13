import { type Integration, type IntegrationUpdate, kindOf } from '../integration.ts'
import { mergeConfiguration } from './secrets.ts'

/** How long a replaced webhook secret goes on signing beside its successor: 24 hours, in milliseconds. */
const ROTATION = 86_400_000

/** The integration after an update, or null when the update changes nothing. Attributes left out keep their values. */
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
  const was = webhookSecret(before)
  const is = webhookSecret(after)
  if (was === is) return {}
  if (was === '' || is === '') return { previous_secret_key: null, previous_secret_until: null }
  return { previous_secret_key: was, previous_secret_until: now + ROTATION }
}

function webhookSecret(integration: Integration): string {
  const secret = kindOf(integration.integration_type) === 'webhook' ? integration.configuration.secret_key : ''
  return typeof secret === 'string' ? secret : ''
}
