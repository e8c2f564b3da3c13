import { isoTime } from '../../kernel/clock.ts'
import type { Permission } from '../../kernel/permissions.ts'
import type { Integration, IntegrationResource } from '../integration.ts'
import { ignoredMembers, maskAll, maskForOwner, publicKeyOf, warningsOf } from './configuration.ts'
import { warningsOfFilter } from './filter-warnings.ts'
import { presentSecretTimes } from './secret.ts'

/**
 * Representation for the owner: secrets that their kind shows in clear are included only for a caller who may see them,
 * otherwise masked as in events. `base_url` ends in `/v2`.
 */
export function presentIntegration(
  integration: Integration,
  base_url: string,
  permissions: ReadonlySet<Permission>,
): IntegrationResource {
  const masked = permissions.has('integrations:secrets') ? maskForOwner : maskAll
  const configuration = masked(integration.integration_type, integration.configuration)
  const resource = present(integration, configuration, base_url)
  const ignored = ignoredMembers(integration.integration_type, integration.configuration)
  const warnings = [
    ...warningsOf(integration.integration_type, integration.configuration),
    ...warningsOfFilter(integration),
  ]
  const public_key = publicKeyOf(integration.integration_type, integration.configuration)
  const secret = presentSecretTimes(integration)
  const meta = {
    ...resource.meta,
    ...(secret !== undefined && { secret }),
    ...(public_key !== undefined && { public_key }),
    ...(ignored.length > 0 && { ignored }),
    ...(warnings.length > 0 && { warnings }),
  }
  return { ...resource, meta }
}

/** Payload of `integration.*` events: every secret and every member without effect is masked. */
export function integrationPayload(integration: Integration, base_url: string): { data: IntegrationResource } {
  const configuration = maskAll(integration.integration_type, integration.configuration)
  return { data: present(integration, configuration, base_url) }
}

function present(
  integration: Integration,
  configuration: Record<string, unknown>,
  base_url: string,
): IntegrationResource {
  return {
    id: integration.id,
    type: 'integration',
    integration_type: integration.integration_type,
    name: integration.name,
    description: integration.description,
    enabled: integration.enabled,
    configuration,
    observes: integration.observes,
    ...(integration.filter !== null && { filter: integration.filter }),
    ...(integration.rate_limit !== null && { rate_limit: integration.rate_limit }),
    ...(integration.concurrency !== null && { concurrency: integration.concurrency }),
    links: { self: `${base_url}/integrations/${integration.id}` },
    meta: {
      timestamps: { created_at: isoTime(integration.created_at), updated_at: isoTime(integration.updated_at) },
      ...(integration.disabled_reason && { disabled: integration.disabled_reason }),
    },
  }
}
