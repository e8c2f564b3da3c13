import type { Transaction } from '../db/tables.ts'
import type { Owner } from '../kernel/owner.ts'

/** Something that happened, as it was then. `payload` is JSON text: `{data, included?}`, or `{type, id}` of a deleted resource; or sealed, as in `src/events/sealed.ts`. */
export type Event = Owner & {
  /** UUID version 7; its time is the event's time. */
  id: string
  /** The observable event key. */
  triggered_by: string
  /** Version of the resource after the change; null when an outside producer gave none. */
  resource_version: number | null
  /** The outside producer's own id, unique per owner; null for the store's own events. */
  external_id: string | null
  payload: string
  /** The W3C trace context that its attempts continue; null when nobody traces. */
  traceparent: string | null
}

/** An event about to be recorded in the transaction of the change it tells of. It gets an id unless it has one. */
export type NewEvent = Owner & { id?: string; triggered_by: string; payload: unknown; resource_version?: number }

/** Appends events to the outbox in the caller's transaction: no commit, no event. */
export type Record = (tx: Transaction, events: readonly NewEvent[]) => Promise<void>

/** Events of this key carry a one-time password: they are sealed where they are stored, and never replayed. */
export function isOneTime(triggered_by: string): boolean {
  return triggered_by === ONE_TIME
}

export const ONE_TIME = 'one-time-password-token-request.created'

/** Events of a deleted resource carry its type and id only. */
export function isDeletion(triggered_by: string): boolean {
  return triggered_by.endsWith('.deleted')
}
