import type { Integration, IntegrationUpdate } from '../integration.ts'
import { kindOf } from '../kinds/kinds.ts'
import { mergeConfiguration } from './configuration.ts'
import { signingAfter } from './secret.ts'

/** Returns the updated integration, or null if nothing changes. Omitted attributes keep their values. */
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
    concurrency: update.concurrency === undefined ? before.concurrency : update.concurrency,
    configuration: mergeConfiguration(
      integration_type,
      retargeted ? {} : before.configuration,
      update.configuration ?? {},
    ),
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return null
  return {
    ...after,
    ...signingAfter(before, after, now),
    ...(after.enabled && !before.enabled && { disabled_reason: null }),
  }
}
