import { newId } from '../db/new-id.ts'
import { transact } from '../db/transaction.ts'
import { notFound } from '../kernel/errors.ts'
import type { ActingOwner } from '../kernel/requester.ts'
import { checkVersion } from '../kernel/version.ts'
import { recordIntegration } from './audit.ts'
import type { IntegrationDeps } from './deps.ts'
import { lockIntegration, nextRevision, tombstoneIntegration } from './store.ts'

export type RemoveRequest = {
  id: string
  /** The version that the caller expects; null if the request has none. */
  expected_version: number | null
}

/**
 * Deletes an integration, cancels its unfinished jobs and emits `integration.deleted`.
 * Throws `not_found`, `conflict` on a stale version.
 */
export async function removeIntegration(
  deps: IntegrationDeps,
  owner: ActingOwner,
  { id, expected_version }: RemoveRequest,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const integration = await lockIntegration(tx, deps.cipher, owner, id)
    if (integration === undefined) throw notFound('integration')
    checkVersion('integration', integration.version, expected_version)
    const now = deps.clock()
    const tombstone = { id, revision: await nextRevision(tx), cancelled_before: newId(now) }
    await tombstoneIntegration(tx, tombstone, now)
    await deps.cancelJobs(tx, id)
    await deps.record(tx, [
      {
        ...owner,
        triggered_by: 'integration.deleted',
        payload: { type: 'integration', id },
        resource_version: integration.version + 1,
      },
    ])
    await recordIntegration(tx, owner, { before: integration, after: null }, now)
  })
}
