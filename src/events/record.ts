import { newId } from '../db/new-id.ts'
import { afterwards } from '../db/transaction.ts'
import type { Event, NewEvent, Record } from '../event-types/event.ts'
import { appendEvents, dispatchJobs, type Outbox } from './outbox.ts'
import { traced } from './telemetry.ts'

/**
 * Returns the function with which every module records its changes, so that events and jobs commit with the change or not at all.
 */
export function makeRecord(outbox: Outbox): Record {
  const { clock, telemetry } = outbox
  return async (tx, events, entry = null) => {
    const now = clock()
    const accepting = { origin: 'store', events: events.length, parent: telemetry.traceparent() } as const
    const { jobs, filtered, revision } = await traced(telemetry, accepting, (traceparent) =>
      appendEvents(
        outbox,
        tx,
        events.map((event) => toEvent(event, now, traceparent)),
        { entry },
      ),
    )
    afterwards(tx, {
      committed() {
        telemetry.accepted('store', events)
        telemetry.recorded(events)
        outbox.filteredCount.note(filtered)
        dispatchJobs(outbox, jobs, revision)
      },
      rolledBack: () => outbox.jobSink.inDoubt(jobs),
    })
  }
}

function toEvent(event: NewEvent, now: number, traceparent: string | null): Event {
  return {
    id: event.id ?? newId(now),
    organization_id: event.organization_id,
    store_id: event.store_id,
    triggered_by: event.triggered_by,
    resource_version: event.resource_version ?? null,
    external_id: null,
    payload: JSON.stringify(event.payload),
    traceparent,
  }
}
