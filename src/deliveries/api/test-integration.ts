import type { Database } from '../../db/database.ts'
import { newId } from '../../db/new-id.ts'
import { findEventType, isBuiltIn, keysOf, unknownKeyDetail } from '../../event-types/catalog.ts'
import type { Event } from '../../event-types/event.ts'
import { type EventPayload, levelOf } from '../../event-types/event-type.ts'
import type { OwnTypes } from '../../event-types/own-types.ts'
import { appendEventFor, dispatchJobs, type Outbox } from '../../events/outbox.ts'
import { traced } from '../../events/telemetry.ts'
import type { Integration } from '../../integrations/integration.ts'
import { failingConditions } from '../../integrations/rules/payload-filter.ts'
import { PayloadReader } from '../../integrations/rules/payload-reader.ts'
import { findIntegration } from '../../integrations/store.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import type { Owner } from '../../kernel/owner.ts'
import { type JobRow, selectJob } from '../jobs/read.ts'

export type SampleDeps = { ownTypes: OwnTypes; clock: Clock; base_url: string }

type SentTest = { row: JobRow; failing_conditions: string[] }

export type TestDeps = { db: Database; outbox: Outbox; ownTypes: OwnTypes; base_url: string }

/**
 * Sends a sample event to one integration through the same jobs, attempts and logs as any other event. Without a key, uses the
 * first key that the integration observes. Throws `not_found`, `conflict` if the integration is disabled, or `invalid` for an
 * unknown key.
 */
export async function testIntegration(
  deps: TestDeps,
  owner: Owner,
  integration_id: string,
  triggered_by: string | undefined,
): Promise<SentTest> {
  const { db, outbox } = deps
  const integration = await findIntegration(db, outbox.cipher, owner, integration_id)
  if (integration === undefined) throw notFound('integration')
  if (!integration.enabled) throw isDisabled()
  const event = await makeSample(
    { ...deps, clock: outbox.clock },
    owner,
    triggered_by ?? (await firstKey(deps, integration)),
  )
  const { telemetry } = outbox
  const accepting = { origin: 'test', events: 1, parent: telemetry.traceparent() } as const
  const { jobs, revision } = await traced(telemetry, accepting, (traceparent) =>
    appendEventFor(outbox, db, { ...event, traceparent }, integration_id),
  )
  const [job] = jobs
  if (job === undefined) throw isDisabled()
  telemetry.accepted('test', [owner])
  dispatchJobs(outbox, jobs, revision)
  const row = await selectJob(db, integration_id, job.id)
  if (row === undefined) throw notFound('job')
  return { row, failing_conditions: failingConditions(integration.filter, payloadReader(event)) }
}

export function payloadReader({ payload }: Pick<Event, 'payload'>): PayloadReader {
  return new PayloadReader(() => JSON.parse(payload))
}

function isDisabled(): AppError {
  return new AppError('conflict', [{ detail: 'The integration is disabled: enable it first.' }])
}

export async function firstKey(
  { ownTypes }: Pick<TestDeps, 'ownTypes'>,
  integration: Pick<Integration, 'organization_id' | 'store_id' | 'observes'>,
): Promise<string> {
  const [first = ''] = integration.observes
  return keysOf(first, await ownTypes.known(integration, [first]))[0] ?? first
}

/** The sample event, with a new event id; its resource gets a new id only if the type is built in. Throws `invalid`. */
export async function makeSample(
  deps: SampleDeps,
  owner: Owner,
  triggered_by: string,
): Promise<Omit<Event, 'traceparent'>> {
  const now = deps.clock()
  const sample = await samplePayload(deps, owner, triggered_by, now)
  if (sample === undefined) {
    const detail = unknownKeyDetail(triggered_by, await deps.ownTypes.known(owner, [triggered_by]))
    throw invalid([{ detail, pointer: '/data/triggered_by' }])
  }
  const { organization_id, store_id } = owner
  const payload = JSON.stringify(sample)
  return { organization_id, store_id, id: newId(now), triggered_by, resource_version: 1, external_id: null, payload }
}

export async function samplePayload(
  { ownTypes, base_url }: SampleDeps,
  owner: Owner,
  triggered_by: string,
  now: number,
): Promise<EventPayload | undefined> {
  if (!isBuiltIn(triggered_by, levelOf(owner))) return ownTypes.sample(owner, triggered_by)
  const { organization_id, store_id } = owner
  return findEventType(triggered_by)?.sample({ organization_id, store_id, id: newId(now), base_url, time: now })
}
