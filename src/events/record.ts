import { afterwards } from '../db/transaction.ts'
import { newId } from '../kernel/ids.ts'
import type { Event, NewEvent, Record } from './event.ts'
import { appendEvents, handOver, type Outbox } from './outbox.ts'

/** The door through which every room tells of its changes: events and jobs commit with the change or not at all. */
export function makeRecord(outbox: Outbox): Record {
  return async (tx, events) => {
    const now = outbox.clock()
    const { jobs, revision } = await appendEvents(
      outbox,
      tx,
      events.map((event) => toEvent(event, now)),
    )
    afterwards(tx, {
      committed: () => handOver(outbox, jobs, revision),
      rolledBack: () => outbox.handOver.unheard(jobs),
    })
  }
}

function toEvent(event: NewEvent, now: number): Event {
  return {
    id: newId(now),
    organization_id: event.organization_id,
    store_id: event.store_id,
    triggered_by: event.triggered_by,
    resource_version: event.resource_version ?? null,
    external_id: null,
    payload: JSON.stringify(event.payload),
  }
}
