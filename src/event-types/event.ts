import type { Transaction } from '../db/database.ts'
import type { Rows } from '../db/rows.ts'
import { isObject } from '../kernel/json/json.ts'
import type { Owner } from '../kernel/owner.ts'
import type { EventKey, Report } from './catalog.ts'

/**
 * An immutable event. `payload` is JSON text: `{data, included?}`, or `{type, id}` for a deleted resource; or sealed,
 * as in `src/events/sealed.ts`.
 */
export type Event = Owner & {
  /** UUID version 7; its time is the event's time. */
  id: string
  triggered_by: string
  /** Version of the resource after the change; null if an outside producer sent none. */
  resource_version: number | null
  /** The outside producer's own id, unique per owner; null for the store's own events. */
  external_id: string | null
  payload: string
  /** The W3C trace context that its attempts continue; null without a trace. */
  traceparent: string | null
}

/** An event to record in the transaction of its change. It gets an id unless it has one. */
export type NewEvent = Owner & OwnerlessEvent

export type OwnerlessEvent = Report & { id?: string; resource_version?: number }

/**
 * Appends events to the outbox in the caller's transaction: no commit, no event. The same statement inserts the audit
 * entry of the change.
 */
export type Record = (tx: Transaction, events: readonly NewEvent[], entry?: AuditRow | null) => Promise<void>

export type AuditRow = Rows['audit_entries']

/** True if events of this key carry a one-time password: they are sealed at rest and never replayed. */
export function isOneTime(triggered_by: string): boolean {
  return triggered_by === ONE_TIME
}

export const ONE_TIME = 'one-time-password-token-request.created' satisfies EventKey

/** True for a deletion, whose events carry only the type and id of the resource. */
export function isDeletion(triggered_by: string): boolean {
  return triggered_by.endsWith('.deleted')
}

type Resource = { readonly [member: string]: unknown }

export function resourceIn({ triggered_by }: Pick<Event, 'triggered_by'>, payload: Resource): Resource {
  return isDeletion(triggered_by) || !isObject(payload.data) ? payload : payload.data
}

/** Returns the id of the resource; the event's id if the resource has none. */
export function resourceIdOf({ id }: Pick<Event, 'id'>, resource: Resource): string {
  return typeof resource.id === 'string' && resource.id !== '' ? resource.id : id
}

const MAX_ORDER_KEY_LENGTH = 128

/**
 * Returns the ordering key of a resource's deliveries. Queues use it as a message group: at most 128 characters, no
 * blanks.
 */
export function orderKey(resource_id: string): string {
  const start = resource_id.slice(0, MAX_ORDER_KEY_LENGTH).toWellFormed()
  return encodeURIComponent(start).slice(0, MAX_ORDER_KEY_LENGTH)
}
