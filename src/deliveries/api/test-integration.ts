import type { Database } from '../../db/database.ts'
import { newId } from '../../db/new-id.ts'
import { findEventType, isObservable, keysOf, unknownKeyDetail } from '../../event-types/catalog.ts'
import type { Event } from '../../event-types/event.ts'
import { levelOf } from '../../event-types/event-type.ts'
import { appendEventFor, dispatchJobs, type Outbox } from '../../events/outbox.ts'
import { traced } from '../../events/telemetry.ts'
import type { Integration } from '../../integrations/integration.ts'
import { findIntegration } from '../../integrations/store.ts'
import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import type { Owner } from '../../kernel/owner.ts'
import { type JobRow, selectJob } from '../jobs/read.ts'

export type TestDeps = { db: Database; outbox: Outbox; base_url: string }

/**
 * Sends a sample event to one integration alone, through the same jobs, attempts and logs as any other. Without a key, the
 * first that it observes. Throws `not_found`, `conflict` when it is disabled, `invalid` for an unknown key.
 */
export async function testIntegration(
  { db, outbox, base_url }: TestDeps,
  owner: Owner,
  integration_id: string,
  triggered_by: string | undefined,
): Promise<JobRow> {
  const integration = await findIntegration(db, outbox.cipher, owner, integration_id)
  if (integration === undefined) throw notFound('integration')
  if (!integration.enabled) throw isDisabled()
  const event = makeSample(owner, triggered_by ?? firstKey(integration), base_url, outbox.clock())
  const { telemetry } = outbox
  const accepting = { origin: 'test', events: 1, parent: telemetry.traceparent() } as const
  const { jobs, revision } = await traced(telemetry, accepting, (traceparent) =>
    appendEventFor(outbox, db, { ...event, traceparent }, integration_id),
  )
  const [job] = jobs
  if (job === undefined) throw isDisabled()
  telemetry.accepted('test', 1)
  dispatchJobs(outbox, jobs, revision)
  const row = await selectJob(db, integration_id, job.id)
  if (row === undefined) throw notFound('job')
  return row
}

function isDisabled(): AppError {
  return new AppError('conflict', [{ detail: 'The integration is disabled: enable it first.' }])
}

/** The first key that it observes, by name or by a pattern. */
function firstKey(integration: Integration): string {
  const [first = ''] = integration.observes
  return keysOf(first, levelOf(integration))[0] ?? first
}

function makeSample(owner: Owner, triggered_by: string, base_url: string, now: number): Omit<Event, 'traceparent'> {
  const level = levelOf(owner)
  const type = isObservable(triggered_by, level) ? findEventType(triggered_by) : undefined
  if (type === undefined) {
    throw invalid([{ detail: unknownKeyDetail(triggered_by, level), pointer: '/data/triggered_by' }])
  }
  const id = newId(now)
  const { organization_id, store_id } = owner
  const payload = JSON.stringify(type.sample({ organization_id, store_id, id: newId(now), base_url, time: now }))
  return { organization_id, store_id, id, triggered_by, resource_version: 1, external_id: null, payload }
}
