import { newId } from '../db/new-id.ts'
import { transact } from '../db/transaction.ts'
import { invalid } from '../kernel/errors.ts'
import type { Owner } from '../kernel/owner.ts'
import type { IntegrationDeps } from './deps.ts'
import type { Integration, IntegrationCreate } from './integration.ts'
import { declarationOf } from './kinds/kinds.ts'
import { mergeConfiguration } from './rules/configuration.ts'
import { checkObserves } from './rules/observes.ts'
import { checkFilter } from './rules/payload-filter.ts'
import { integrationPayload } from './rules/present.ts'
import { insertIntegration, nextRevision } from './store.ts'

const NEVER_CANCELLED = '00000000-0000-0000-0000-000000000000'

/** Creates an integration and emits `integration.created`. Throws `invalid` with every problem. */
export async function createIntegration(
  deps: IntegrationDeps,
  owner: Owner,
  input: IntegrationCreate,
): Promise<Integration> {
  const configuration = mergeConfiguration(input.integration_type, {}, input.configuration)
  return transact(deps.db, async (tx) => {
    const problems = [
      ...declarationOf(input.integration_type).check(configuration, deps.permissions),
      ...checkObserves(input.observes, await deps.ownTypes.lock(tx, owner, input.observes)),
      ...checkFilter(input.filter ?? null),
    ]
    if (problems.length > 0) throw invalid(problems)
    const now = deps.clock()
    const integration: Integration = {
      organization_id: owner.organization_id,
      store_id: owner.store_id,
      id: newId(now),
      integration_type: input.integration_type,
      name: input.name,
      description: input.description ?? '',
      enabled: input.enabled ?? false,
      observes: [...new Set(input.observes)],
      filter: input.filter ?? null,
      rate_limit: input.rate_limit ?? null,
      configuration,
      previous_secret_key: null,
      previous_secret_until: null,
      disabled_reason: null,
      cancelled_before: NEVER_CANCELLED,
      version: 1,
      revision: await nextRevision(tx),
      created_at: now,
      updated_at: now,
    }
    await insertIntegration(tx, deps.cipher, integration)
    await deps.record(tx, [
      {
        ...owner,
        triggered_by: 'integration.created',
        payload: integrationPayload(integration, deps.base_url),
        resource_version: integration.version,
      },
    ])
    return integration
  })
}
