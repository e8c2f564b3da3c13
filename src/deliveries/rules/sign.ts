import { createHmac, createSecretKey, type KeyObject, sign, timingSafeEqual } from 'node:crypto'
import type { Message, SignedMessage, WebhookIntegration } from '../attempt.ts'

/** Signs a message of the event with that id at `now` (milliseconds since the epoch). */
export type Signer = (message: Message, event_id: string, now: number) => SignedMessage

export type Verification =
  | { valid: true }
  | { valid: false; reason: 'header-missing' | 'timestamp-malformed' | 'too-old' | 'too-new' | 'no-match' }

type Signing = Pick<WebhookIntegration, 'configuration' | 'previous_secret_key' | 'previous_secret_until'>

/**
 * Returns a signer by Standard Webhooks for one integration. Cache the signer while the integration is unchanged, since its key
 * objects are four times faster in Node 24 than raw bytes (2.1 instead of 9 microseconds). During a rotation both secrets sign,
 * the new one first; a private key signs as well. Without any key there is no signature.
 */
export function signer({ configuration, previous_secret_key, previous_secret_until }: Signing): Signer {
  const current = keyOf(configuration.secret_key)
  const previous = keyOf(previous_secret_key)
  const previousUntil = previous_secret_until ?? 0
  return (message, event_id, now) => {
    const timestamp = String(Math.floor(now / 1000))
    const headers: Record<string, string> = {
      ...message.headers,
      'webhook-id': event_id,
      'webhook-timestamp': timestamp,
    }
    const content = `${event_id}.${timestamp}.`
    const signatures: string[] = []
    if (current) signatures.push(signature(current, content, message.body))
    if (previous && now < previousUntil) signatures.push(signature(previous, content, message.body))
    const { private_key } = configuration
    if (private_key !== undefined) signatures.push(asymmetricSignature(private_key, content, message.body))
    if (signatures.length > 0) headers['webhook-signature'] = signatures.join(' ')
    return { url: configuration.url, headers, body: message.body }
  }
}

/**
 * Verifies a delivery as a receiver does. Header names must be lowercase, `body` exactly as received, `now` in milliseconds since
 * the epoch, and `tolerance` in seconds in both directions. A signature by any of the secrets is valid; empty secrets are
 * ignored.
 */
export function verify(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string | Uint8Array,
  secrets: readonly string[],
  now: number,
  tolerance = 300,
): Verification {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const given = headers['webhook-signature']
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof given !== 'string') {
    return { valid: false, reason: 'header-missing' }
  }
  if (!/^\d{1,15}$/.test(timestamp)) return { valid: false, reason: 'timestamp-malformed' }
  const age = Math.floor(now / 1000) - Number(timestamp)
  if (age > tolerance) return { valid: false, reason: 'too-old' }
  if (age < -tolerance) return { valid: false, reason: 'too-new' }
  const keys = secrets.map(keyOf).filter((key) => key !== null)
  const expected = keys.map((key) => signature(key, `${id}.${timestamp}.`, body))
  return anyEqual(given.split(' '), expected) ? { valid: true } : { valid: false, reason: 'no-match' }
}

/**
 * Decodes a secret `whsec_…` from Base64. Any other secret, even `whsec_` with invalid or unpadded Base64, is used as UTF-8
 * bytes, since libraries reject it in that format but accept it as raw bytes.
 */
function keyOf(secret: string | null | undefined): KeyObject | null {
  if (!secret) return null
  const encoded = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(secret)?.[1]
  return createSecretKey(encoded ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8'))
}

function signature(key: KeyObject, content: string, body: string | Uint8Array): string {
  return `v1,${createHmac('sha256', key).update(content).update(body).digest('base64')}`
}

/** Ed25519 signature, which takes 60 microseconds. */
function asymmetricSignature(key: KeyObject, content: string, body: string): string {
  return `v1a,${sign(null, Buffer.from(content + body), key).toString('base64')}`
}

/**
 * Compares the signatures as text, since decoded Base64 ignores unused bits of the last character. Compares every pair, to take
 * constant time.
 */
function anyEqual(given: readonly string[], expected: readonly string[]): boolean {
  let found = false
  for (const candidate of given) {
    for (const signature of expected) {
      const [a, b] = [Buffer.from(candidate), Buffer.from(signature)]
      if (a.length === b.length && timingSafeEqual(a, b)) found = true
    }
  }
  return found
}
