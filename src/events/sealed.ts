import { type Event, isOneTime } from '../event-types/event.ts'
import { MINUTE } from '../kernel/duration.ts'
import { timeOfId } from '../kernel/ids.ts'
import { isObject } from '../kernel/json/json.ts'
import { MASK } from '../kernel/text/mask.ts'
import type { Cipher } from '../secrets/cipher.ts'

type Stored = Pick<Event, 'id' | 'triggered_by' | 'payload'>

/** Maximum lifetime of a one-time password, in milliseconds. */
const MAX_AGE_MS = 10 * MINUTE
const CODE = 'one_time_password_token'

/** Encrypts the payload of an event with a one-time password, and stores its expiry beside it. */
export function sealEvent(cipher: Pick<Cipher, 'seal'>, event: Event): Event {
  if (!isOneTime(event.triggered_by)) return event
  const sealed = cipher.seal(event.payload, contextOf(event)).toString('base64')
  return { ...event, payload: JSON.stringify({ sealed, expires_at: expiryOf(event) }) }
}

/** Expiry of the code that the producer set, but at most ten minutes after the event. */
function expiryOf({ id, payload }: Event): number {
  const { data } = JSON.parse(payload)
  const stated = isObject(data) ? Date.parse(String(data.expires_at)) : Number.NaN
  const latest = timeOfId(id) + MAX_AGE_MS
  return Number.isNaN(stated) ? latest : Math.min(stated, latest)
}

/** Decrypted payload, its code, and its expiry (milliseconds since the epoch). */
export type Opened = { payload: string; code: string | null; expires_at: number }

/** Returns null if the event has no one-time password. Throws if the payload cannot be decrypted. */
export function openPayload(cipher: Pick<Cipher, 'open'>, event: Stored): Opened | null {
  if (!isOneTime(event.triggered_by)) return null
  const envelope = readEnvelope(event.payload)
  // Events of older releases were not encrypted.
  if (envelope === null) return opened(event.payload, timeOfId(event.id) + MAX_AGE_MS)
  return opened(cipher.open(Buffer.from(envelope.sealed, 'base64'), contextOf(event)), envelope.expires_at)
}

function opened(payload: string, expires_at: number): Opened {
  const code: unknown = JSON.parse(payload).data?.[CODE]
  return { payload, code: typeof code === 'string' ? code : null, expires_at }
}

/** Time until which the event may be sent, in milliseconds since the epoch; null if it does not expire. */
export function sendableUntil({ id, triggered_by, payload }: Stored): number | null {
  if (!isOneTime(triggered_by)) return null
  return readEnvelope(payload)?.expires_at ?? timeOfId(id) + MAX_AGE_MS
}

/**
 * Payload for API responses with the code masked, because the code is only for the receiver. Null if the encryption key is gone.
 */
export function shownPayload(cipher: Pick<Cipher, 'open'>, event: Stored): unknown {
  if (!isOneTime(event.triggered_by)) return JSON.parse(event.payload)
  try {
    const payload = JSON.parse(openPayload(cipher, event)?.payload ?? 'null')
    return isObject(payload?.data) && CODE in payload.data
      ? { ...payload, data: { ...payload.data, [CODE]: MASK } }
      : payload
  } catch {
    return null
  }
}

/** Masks a code anywhere in a text, because some receivers echo the request. */
export function codeHider(code: string): (text: string) => string {
  return (text) => (code === '' ? text : text.replaceAll(code, MASK))
}

function readEnvelope(payload: string): { sealed: string; expires_at: number } | null {
  const { sealed, expires_at } = JSON.parse(payload)
  return typeof sealed === 'string' && typeof expires_at === 'number' ? { sealed, expires_at } : null
}

/** Context to which the encryption of an event's payload is bound. */
export function contextOf({ id }: Pick<Stored, 'id'>): string {
  return `events/${id}`
}
