import { byBackgroundJob } from '../audit/record.ts'
import type { Transaction } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { transact } from '../db/transaction.ts'
import type { KnownTypes } from '../event-types/catalog.ts'
import { invalid, notFound, type Problem } from '../kernel/errors.ts'
import { timeOfId } from '../kernel/ids.ts'
import type { Owner } from '../kernel/owner.ts'
import type { ActingOwner } from '../kernel/requester.ts'
import { checkVersion } from '../kernel/version.ts'
import { recordIntegration } from './audit.ts'
import type { IntegrationDeps } from './deps.ts'
import type { DisabledReason, Integration, IntegrationUpdate } from './integration.ts'
import { declarationOf, kindOf, parseDestination } from './kinds/kinds.ts'
import { changeIntegration } from './rules/change.ts'
import { checkObserves } from './rules/observes.ts'
import { checkFilter } from './rules/payload-filter.ts'
import { integrationPayload } from './rules/present.ts'
import { clearFailingSince, lockIntegration, nextRevision, updateIntegrationRow } from './store.ts'

export type UpdateRequest = {
  id: string
  update: IntegrationUpdate
  /** The version that the caller expects; null if the request has none. */
  expected_version: number | null
}

/**
 * Changes the sent attributes and emits `integration.updated`, unless nothing changes. Throws `not_found`, `conflict`
 * on a stale version, `invalid`.
 */
export async function updateIntegration(
  deps: IntegrationDeps,
  owner: ActingOwner,
  request: UpdateRequest,
): Promise<Integration> {
  return transact(deps.db, async (tx) => {
    const before = await lockIntegration(tx, deps.cipher, owner, request.id)
    if (before === undefined) throw notFound('integration')
    checkVersion('integration', before.version, request.expected_version)
    const now = deps.clock()
    const after = changeIntegration(before, request.update, now)
    if (after === null) return before
    const known = await deps.ownTypes.lock(tx, owner, request.update.observes ?? [])
    const problems = checkChange(deps, { before, after, update: request.update, known })
    if (problems.length > 0) throw invalid(problems)
    const saved = await saveChange(deps, tx, before, after, now)
    await recordIntegration(tx, owner, { before, after: saved }, now)
    return saved
  })
}

/**
 * Disables an integration on behalf of the service, with the reason and an entry in the audit log; no-op if it is
 * disabled or deleted.
 */
export async function disableIntegration(
  deps: IntegrationDeps,
  owner: Owner,
  id: string,
  { code, detail }: Pick<DisabledReason, 'code' | 'detail'>,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const before = await lockIntegration(tx, deps.cipher, owner, id)
    if (before === undefined || !before.enabled) return
    const now = deps.clock()
    const cancelled_jobs = await deps.countUnfinished(tx, id)
    const disabled_reason = {
      ...{ code, detail: `${detail}${cancelledJobs(cancelled_jobs)}` },
      ...{ at: new Date(now).toISOString(), cancelled_jobs },
    }
    const after = await saveChange(deps, tx, before, { ...before, enabled: false, disabled_reason }, now)
    const { organization_id, store_id } = after
    const requested_by = byBackgroundJob('DisableIntegration')
    await recordIntegration(tx, { organization_id, store_id, requested_by }, { before, after }, now)
  })
}

/** Describes the cancelled deliveries and how to send them. */
function cancelledJobs(count: number): string {
  if (count === 0) return ''
  const jobs = count === 1 ? '1 unfinished delivery was' : `${count.toLocaleString('en-US')} unfinished deliveries were`
  return ` ${jobs} cancelled: a replay of what was cancelled sends them.`
}

type Change = { before: Integration; after: Integration; update: IntegrationUpdate; known: KnownTypes }

function checkChange(deps: IntegrationDeps, { before, after, update, known }: Change): Problem[] {
  if (kindOf(before.integration_type) !== kindOf(after.integration_type) && update.configuration === undefined) {
    const detail = `configuration is required when integration_type changes to ${after.integration_type}.`
    return [{ detail, pointer: '/data/configuration' }]
  }
  const retargeted = update.configuration !== undefined || update.integration_type !== undefined
  return [
    ...(retargeted ? declarationOf(after.integration_type).check(after.configuration, deps.permissions) : []),
    ...checkObserves(update.observes ?? [], known),
    ...checkFilter(update.filter ?? null),
  ]
}

/** Saves a changed integration, which is locked, and emits `integration.updated`. */
export async function saveChange(
  deps: IntegrationDeps,
  tx: Transaction,
  before: Integration,
  after: Integration,
  now: number,
): Promise<Integration> {
  const stops = before.enabled && !after.enabled
  const starts = !before.enabled && after.enabled
  const saved: Integration = {
    ...after,
    cancelled_before: starts ? await aboveAllJobs(deps, tx, before.id, now) : before.cancelled_before,
    version: before.version + 1,
    revision: await nextRevision(tx),
    updated_at: now,
  }
  await updateIntegrationRow(tx, deps.cipher, saved)
  if (stops) await deps.cancelJobs(tx, saved.id)
  if (isOrdered(before) && !isOrdered(saved)) await deps.clearOrderKeys(tx, saved.id)
  if (starts) await clearFailingSince(tx, saved.id)
  await deps.record(tx, [
    {
      organization_id: saved.organization_id,
      store_id: saved.store_id,
      triggered_by: 'integration.updated',
      payload: integrationPayload(saved, deps.base_url),
      resource_version: saved.version,
    },
  ])
  return saved
}

function isOrdered({ integration_type, configuration }: Integration): boolean {
  return parseDestination(integration_type, configuration).ordered
}

/**
 * An id above all existing jobs, so that no process delivers any of them. The clocks of the processes that created them
 * may have been ahead.
 */
async function aboveAllJobs(deps: IntegrationDeps, tx: Transaction, id: string, now: number): Promise<string> {
  const newest = await deps.newestJob(tx, id)
  return newId(newest === null ? now : Math.max(now, timeOfId(newest) + 1))
}
