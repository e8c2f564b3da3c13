import { newId } from '../db/new-id.ts'
import { requireCapacity } from '../db/row-limit.ts'
import { transact } from '../db/transaction.ts'
import { invalid } from '../kernel/errors.ts'
import { ownerId } from '../kernel/owner.ts'
import type { ActingOwner } from '../kernel/requester.ts'
import { recordIntegration } from './audit.ts'
import type { IntegrationDeps } from './deps.ts'
import type { Integration, IntegrationCreate } from './integration.ts'
import { checkNew, newConfiguration, newIntegration } from './new-integration.ts'
import { integrationPayload } from './rules/present.ts'
import { insertIntegration, integrationLimit, nextRevision } from './store.ts'

/**
 * Creates an integration and emits `integration.created`. Throws `invalid` with every problem, and `conflict` at the
 * limit.
 */
export async function createIntegration(
  deps: IntegrationDeps,
  owner: ActingOwner,
  input: IntegrationCreate,
): Promise<Integration> {
  const configuration = newConfiguration(input)
  return transact(deps.db, async (tx) => {
    const problems = checkNew(deps, input, configuration, await deps.ownTypes.lock(tx, owner, input.observes))
    if (problems.length > 0) throw invalid(problems)
    // Checked before the counter is locked, because creations of all owners wait for that lock.
    await requireCapacity(tx, integrationLimit, ownerId(owner))
    const now = deps.clock()
    const identity = { id: newId(now), revision: await nextRevision(tx), now }
    const integration = newIntegration(owner, input, configuration, identity)
    await insertIntegration(tx, deps.cipher, integration)
    await deps.record(tx, [
      {
        ...owner,
        triggered_by: 'integration.created',
        payload: integrationPayload(integration, deps.base_url),
        resource_version: integration.version,
      },
    ])
    await recordIntegration(tx, owner, { before: null, after: integration }, now)
    return integration
  })
}
