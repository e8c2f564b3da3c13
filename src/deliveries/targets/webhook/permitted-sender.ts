import type { EnabledIntegration } from '../../../integrations/integration.ts'
import type { SignedMessage } from '../../attempt.ts'
import { senderHeaders } from '../../rules/webhook-headers.ts'
import { hideInReply } from '../hide.ts'
import type { Identity } from '../network/identity.ts'
import type { Sent, TargetOptions } from '../target.ts'
import { type Attempt, prepareAttempts } from './attempt-sender.ts'
import { type Handshake, makeHandshake } from './handshake.ts'
import { maskingOf } from './masking.ts'
import type { WebhookClient } from './webhook.ts'

type Connections = { client: WebhookClient; identity: Identity | undefined; timeout_ms: number }

const REQUEST_ORIGIN = 'webhook-request-origin'

/**
 * Attempts that first request permission unless it is cached. The handshake and the delivery share the timeout of one attempt.
 */
export function permittedAttempts(
  integration: EnabledIntegration<'webhook'>,
  options: Pick<TargetOptions, 'header_names' | 'source'>,
  connections: Connections,
): Attempt {
  const { client, identity, timeout_ms } = connections
  const { id } = integration
  const origin = new URL(options.source).hostname
  const handshake = handshakeWith(integration, options, connections, origin)
  const attemptsWith = prepareAttempts(integration, options, { [REQUEST_ORIGIN]: origin })
  const granted = attemptsWith((message) => client.send(message, id, identity))
  return async (job, now, token) => {
    if (handshake.isGranted(now)) return granted(job, now, token)
    const started_at = performance.now()
    const permission = await handshake.request(now, token)
    if ('reply' in permission) return permission
    const request_options = { method: 'POST', identity, timeout_ms: remaining(started_at, timeout_ms) } as const
    const post = (message: SignedMessage) => client.request(message, id, request_options)
    return withGrant(permission.headers, await attemptsWith(post)(job, now, token))
  }
}

function handshakeWith(
  { id, configuration }: EnabledIntegration<'webhook'>,
  { header_names }: Pick<TargetOptions, 'header_names'>,
  { client, identity, timeout_ms }: Connections,
  origin: string,
): Handshake {
  const common = { ...senderHeaders(configuration, header_names), [REQUEST_ORIGIN]: origin }
  const masking = maskingOf(configuration)
  // Half of the timeout, to leave time for the delivery.
  const request_options = { method: 'OPTIONS', identity, timeout_ms: timeout_ms / 2 } as const
  return makeHandshake(origin, async (token) => {
    const headers = token === null ? common : { ...common, authorization: `Bearer ${token}` }
    const reply = await client.request({ url: configuration.url, headers, body: '' }, id, request_options)
    const hide = masking.hiding(token)
    return { request_headers: masking.headers(headers, hide), reply: hideInReply(reply, hide) }
  })
}

/** Rounded down to tenths of a second, because error messages contain it. */
function remaining(started_at: number, timeout_ms: number): number {
  return Math.floor((timeout_ms - (performance.now() - started_at)) / 100) * 100
}

/** Adds the granted permissions to the log of the attempt that requested them. */
function withGrant(granted: Record<string, string>, { request_headers, reply }: Sent): Sent {
  if (reply.kind !== 'response') return { request_headers, reply }
  return { request_headers, reply: { ...reply, headers: { ...granted, ...reply.headers } } }
}
