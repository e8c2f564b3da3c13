import { HOUR } from '../../../kernel/duration.ts'
import type { Reply } from '../../attempt.ts'
import type { Sent } from '../target.ts'

/** Permission of the receiver for deliveries. */
type Grant = {
  /** Granted permissions for the log: `webhook-allowed-origin` and, if present, `webhook-allowed-rate`. */
  headers: Record<string, string>
}

/** Requests permission from one receiver: HTTP 1.1 Web Hooks for Event Delivery (CloudEvents), section 4. */
export type Handshake = {
  /** True if the cached permission is valid at `now`, in milliseconds since the epoch. */
  isGranted(now: number): boolean
  /** Requests permission, once for all waiting attempts. If it is denied, returns the failure for the log of an attempt. */
  request(now: number, token: string | null): Promise<Grant | Sent>
}

/** Lifetime of a grant; it ends earlier if the prepared sender is discarded. */
const GRANT_MS = HOUR

/** `origin` names this deployment. `ask` sends the request with an access token, null for none, and never rejects. */
export function makeHandshake(origin: string, send: (token: string | null) => Promise<Sent>): Handshake {
  let granted_until = 0
  let requested: Promise<Grant | Sent> | null = null

  async function request(now: number, token: string | null): Promise<Grant | Sent> {
    const { request_headers, reply } = await send(token)
    if (!isGrant(reply, origin)) return { request_headers, reply: deniedReply(reply, origin) }
    granted_until = now + GRANT_MS
    const shown = Object.entries(reply.headers).filter(([name]) => name.startsWith('webhook-allowed-'))
    return { headers: Object.fromEntries(shown) }
  }

  return {
    isGranted: (now) => now < granted_until,
    request(now, token) {
      requested ??= request(now, token).finally(() => {
        requested = null
      })
      return requested
    },
  }
}

type Response = Extract<Reply, { kind: 'response' }>

function isGrant(reply: Reply, origin: string): reply is Response {
  if (reply.kind !== 'response' || !isSuccess(reply.status_code)) return false
  const allowed = reply.headers[ALLOWED_ORIGIN]?.trim().toLowerCase()
  return allowed === '*' || allowed === origin
}

const ALLOWED_ORIGIN = 'webhook-allowed-origin'

function isSuccess(status_code: number): boolean {
  return status_code >= 200 && status_code < 300
}

/** Failure of an attempt without permission: the request, the response, and the remedy. */
function deniedReply(reply: Reply, origin: string): Reply {
  const start = `The receiver did not grant deliveries: the handshake, OPTIONS with WebHook-Request-Origin: ${origin},`
  const remedy = `It must respond with WebHook-Allowed-Origin: ${origin} or *; else remove handshake from the configuration`
  if (reply.kind === 'no_response') return { ...reply, detail: `${start} got no response: ${reply.detail}. ${remedy}` }
  if (reply.kind !== 'response') return reply
  const { status_code, headers, body, processing_time } = reply
  const detail = `${start} got ${responseInWords(reply)}. ${remedy}`
  const effect = { overloaded: status_code === 429 || status_code >= 500, final: status_code === 410 }
  return { kind: 'refused', status_code, headers, body, processing_time, detail, ...effect }
}

function responseInWords({ status_code, headers }: Response): string {
  if (isSuccess(status_code)) {
    const allowed = headers[ALLOWED_ORIGIN]
    if (allowed === undefined) return `${status_code} without WebHook-Allowed-Origin`
    return `${status_code} with WebHook-Allowed-Origin: ${allowed.slice(0, 200)}, which is another origin`
  }
  if (status_code >= 300 && status_code < 400) return `${status_code}, and redirects are not followed`
  if (status_code === 404) return '404: this path does not exist there, at least for OPTIONS'
  if (status_code === 405) return '405: the receiver does not handle OPTIONS'
  return `${status_code}`
}
