import type { KnownTypes } from '../event-types/catalog.ts'
import type { Problem } from '../kernel/errors.ts'
import type { Owner } from '../kernel/owner.ts'
import type { IntegrationDeps } from './deps.ts'
import type { Integration, IntegrationCreate } from './integration.ts'
import { declarationOf } from './kinds/kinds.ts'
import { newSecret } from './new-secret.ts'
import { mergeConfiguration } from './rules/configuration.ts'
import { checkObserves } from './rules/observes.ts'
import { checkFilter } from './rules/payload-filter.ts'
import { canSign, secretOf } from './rules/secret.ts'

const NEVER_CANCELLED = '00000000-0000-0000-0000-000000000000'

type Configuration = Record<string, unknown>

/** Merges the sent configuration into the stored one, and generates a secret if requested and none is sent. */
export function newConfiguration(
  { integration_type, configuration, generate_secret }: NewConfiguration,
  stored: Configuration = {},
): Configuration {
  const merged = mergeConfiguration(integration_type, stored, configuration)
  const isGenerated = generate_secret === true && canSign({ integration_type }) && (merged.secret_key ?? '') === ''
  return isGenerated ? { ...merged, secret_key: newSecret() } : merged
}

type NewConfiguration = Pick<IntegrationCreate, 'integration_type' | 'configuration' | 'generate_secret'>

export function checkNew(
  { permissions }: Pick<IntegrationDeps, 'permissions'>,
  { integration_type, observes, filter = null }: IntegrationCreate,
  configuration: Configuration,
  known: KnownTypes,
): Problem[] {
  return [
    ...declarationOf(integration_type).check(configuration, permissions),
    ...checkObserves(observes, known),
    ...checkFilter(filter),
  ]
}

type Identity = { id: string; revision: number; now: number }

export function newIntegration(
  owner: Owner,
  input: IntegrationCreate,
  configuration: Configuration,
  { id, revision, now }: Identity,
): Integration {
  const integration = {
    organization_id: owner.organization_id,
    store_id: owner.store_id,
    id,
    integration_type: input.integration_type,
    name: input.name,
    description: input.description ?? '',
    enabled: input.enabled ?? false,
    observes: [...new Set(input.observes)],
    filter: input.filter ?? null,
    rate_limit: input.rate_limit ?? null,
    concurrency: input.concurrency ?? null,
    configuration,
    previous_secret_key: null,
    previous_secret_until: null,
    disabled_reason: null,
    cancelled_before: NEVER_CANCELLED,
    version: 1,
    revision,
    created_at: now,
    updated_at: now,
  }
  return { ...integration, secret_since: secretOf(integration) === '' ? null : now }
}
