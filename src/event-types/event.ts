import type { Transaction } from '../db/database.ts'
import type { Rows } from '../db/rows.ts'
import { isObject } from '../kernel/json/json.ts'
import type { Owner } from '../kernel/owner.ts'
import type { EventKey, Report } from './catalog.ts'

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
  /** The W3C trace context that its attempts continue; null without a trace. */
  traceparent: string | null
}

/** An event to record in the transaction of the change that it reports. It gets an id unless it has one. */
export type NewEvent = Owner & OwnerlessEvent

/** The same without its owner, which is that of the change. */
export type OwnerlessEvent = Report & { id?: string; resource_version?: number }

/**
 * Appends events to the outbox in the caller's transaction: no commit, no event. With them, in the same statement, the entry
 * that the audit log has about their change.
 */
export type Record = (tx: Transaction, events: readonly NewEvent[], entry?: AuditRow | null) => Promise<void>

export type AuditRow = Rows['audit_entries']

/** Events of this key carry a one-time password: they are sealed where they are stored, and never replayed. */
export function isOneTime(triggered_by: string): boolean {
  return triggered_by === ONE_TIME
}

export const ONE_TIME = 'one-time-password-token-request.created' satisfies EventKey

/** Events of a deleted resource carry its type and id only. */
export function isDeletion(triggered_by: string): boolean {
  return triggered_by.endsWith('.deleted')
}

type Resource = { readonly [member: string]: unknown }

/** The resource that an event is about, as its payload holds it. */
export function resourceIn({ triggered_by }: Pick<Event, 'triggered_by'>, payload: Resource): Resource {
  return isDeletion(triggered_by) || !isObject(payload.data) ? payload : payload.data
}

/** The id of the resource; the event's id when it names none. */
export function resourceIdOf({ id }: Pick<Event, 'id'>, resource: Resource): string {
  return typeof resource.id === 'string' && resource.id !== '' ? resource.id : id
}

const MAX_ORDER_KEY_LENGTH = 128

/** What deliveries of a resource are ordered by. A queue takes it as a message group: at most 128 characters, no blanks. */
export function orderKey(resource_id: string): string {
  const start = resource_id.slice(0, MAX_ORDER_KEY_LENGTH).toWellFormed()
  return encodeURIComponent(start).slice(0, MAX_ORDER_KEY_LENGTH)
}
