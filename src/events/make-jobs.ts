import { newId } from '../db/new-id.ts'
import { matchingKeys } from '../event-types/catalog.ts'
import { type Event, isOneTime } from '../event-types/event.ts'
import type { EnabledIntegration } from '../integrations/integration.ts'
import type { Matching } from '../integrations/snapshot.ts'
import { timeOfId } from '../kernel/ids.ts'
import type { JobSink, NewJob } from './jobs.ts'
import { orderKeyOf } from './rules/order-key.ts'

/** An event that an integration observes but its filter excluded. */
export type Filtered = { event_id: string; integration_id: string }

/** Integrations whose filter excludes an event, by the index of the event. Events without such integrations are missing. */
export type FilteredOut = ReadonlyMap<number, ReadonlySet<string>>

export const NOTHING_DEFERRED: FilteredOut = new Map()

/** An event as stored, with a function that parses its payload from before encryption. */
export type UnmatchedEvent = { event: Event; payload: () => unknown }

export type Matched = { jobs: NewJob[]; filtered: Filtered[] }

/** Creates one job per event and observing integration whose filter does not exclude the event, under the first observed key. */
export function makeJobs(
  events: readonly UnmatchedEvent[],
  keptBack: FilteredOut,
  matching: Pick<Matching, 'observers'>,
  jobSink: JobSink,
  now: number,
): Matched {
  const jobs: NewJob[] = []
  const filtered: Filtered[] = []
  for (const [index, { event, payload }] of events.entries()) {
    const matched = new Set<string>()
    // Computed once per event, regardless of the number of ordered integrations.
    let order_key: string | null = null
    for (const key of matchingKeys(event.triggered_by, payload)) {
      for (const integration of matching.observers(event, key)) {
        if (matched.has(integration.id)) continue
        matched.add(integration.id)
        if (keptBack.get(index)?.has(integration.id)) {
          filtered.push({ event_id: event.id, integration_id: integration.id })
          continue
        }
        if (integration.ordered) order_key ??= storedOrderKey(event, payload)
        jobs.push(makeJob(event, integration, key, jobSink, now, integration.ordered ? order_key : null))
      }
    }
  }
  return { jobs, filtered }
}

/** Parses JSON on first use, because most payloads are never parsed: only those of custom APIs and those that filters read. */
export function parsedOnce(payload: string): () => unknown {
  let parsed: unknown
  return () => {
    parsed ??= JSON.parse(payload)
    return parsed
  }
}

/**
 * Creates a job with an id above those that the integration's last disabling cancelled, even if the clock of that machine was
 * ahead.
 */
export function makeJob(
  event: Event,
  { id: integration_id, cancelled_before }: Pick<EnabledIntegration, 'id' | 'cancelled_before'>,
  triggered_by: string,
  jobSink: JobSink,
  now: number,
  order_key: string | null,
): NewJob {
  // A job with an order key is never leased on insert, because it may have to wait for other jobs; a claim decides.
  const worker_id = order_key === null ? jobSink.reserve(integration_id) : null
  return {
    id: newId(Math.max(now, timeOfId(cancelled_before) + 1)),
    integration_id,
    triggered_by,
    attempt: worker_id === null ? 0 : 1,
    step: 0,
    generation: worker_id === null ? 0 : 1,
    manual_retries: 0,
    priority: 'live',
    order_key,
    event,
    worker_id,
  }
}

/** Order key of the stored payload, because an encrypted payload names no resource. */
export function storedOrderKey(event: Event, payload: () => unknown): string {
  return orderKeyOf(event, isOneTime(event.triggered_by) ? JSON.parse(event.payload) : payload())
}
