import type { IncomingHttpHeaders } from 'node:http'
import { verify } from '../deliveries/rules/sign.ts'
import { isObject } from '../kernel/json/json.ts'

/** A request at a receiver; `received_at` in milliseconds since the epoch. */
export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer; received_at: number }

/** A received request and the results of its checks. Members missing in the body are null. */
export type Arrival = {
  received_at: number
  method: string
  path: string
  /** `unchecked`: signed, but the receiver has no secret to verify with. */
  signature: 'valid' | 'invalid' | 'unsigned' | 'unchecked'
  /** Reason for an invalid signature. */
  reason: string | null
  /** Header with the plain secret, compared with the known secrets. */
  secret_header: 'matches' | 'differs' | 'absent' | 'unchecked'
  integration_id: string | null
  event_id: string | null
  triggered_by: string | null
  attempt: number | null
  organization_id: string | null
  store_id: string | null
  payload: unknown
}

/** Secrets of a receiver; a signature by any of them is valid. */
export type Checks = { secrets: readonly string[]; secret_header: string }

/**
 * Checks a delivery as every receiver should: the signature over the raw body. `checksFor` returns the checks for the
 * integration that the body names.
 */
export function judge(received: Received, checksFor: (integration_id: string | null) => Checks): Arrival {
  const { method, path, received_at } = received
  const body = parse(received.body)
  const integration_id = isObject(body.integration) ? textOf(body.integration.id) : null
  const checks = checksFor(integration_id)
  return {
    received_at,
    method,
    path,
    ...judgeSignature(received, checks),
    secret_header: judgeSecret(received.headers[checks.secret_header.toLowerCase()], checks),
    integration_id,
    event_id: textOf(body.id),
    triggered_by: textOf(body.triggered_by),
    attempt: typeof body.attempt === 'number' ? body.attempt : null,
    organization_id: textOf(body.org_id),
    store_id: textOf(body.store_id),
    payload: body.payload ?? null,
  }
}

/** Returns type and id of the resource in a payload; '' without one. */
export function resourceName(payload: unknown): string {
  const resource = isObject(payload) && isObject(payload.data) ? payload.data : payload
  if (!isObject(resource)) return ''
  return [resource.type, resource.id].filter((part) => typeof part === 'string').join(' ')
}

function judgeSignature(received: Received, { secrets }: Checks): Pick<Arrival, 'signature' | 'reason'> {
  const { headers, body, received_at } = received
  if (headers['webhook-signature'] === undefined) return { signature: 'unsigned', reason: null }
  if (secrets.length === 0) return { signature: 'unchecked', reason: null }
  const verification = verify(headers, body, secrets, received_at)
  if (verification.valid) return { signature: 'valid', reason: null }
  return { signature: 'invalid', reason: REASONS[verification.reason] }
}

const REASONS = {
  'header-missing': 'webhook-id or webhook-timestamp is missing',
  'timestamp-malformed': 'webhook-timestamp is not a number of seconds',
  'too-old': 'webhook-timestamp is more than 5 minutes in the past',
  'too-new': 'webhook-timestamp is more than 5 minutes in the future',
  'no-match': 'signed with another secret, or the body was changed',
} as const

function judgeSecret(value: string | string[] | undefined, { secrets }: Checks): Arrival['secret_header'] {
  if (value === undefined) return 'absent'
  if (secrets.length === 0) return 'unchecked'
  return typeof value === 'string' && secrets.includes(value) ? 'matches' : 'differs'
}

function parse(body: Buffer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body.toString())
    return isObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
