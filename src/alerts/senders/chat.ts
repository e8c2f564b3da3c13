import { Agent, fetch } from 'undici'
import type { Connector } from '../../deliveries/targets/network/connector.ts'
import { endpointOf } from '../../deliveries/targets/network/endpoint.ts'
import { noResponseOf } from '../../deliveries/targets/network/no-response.ts'
import { SECOND } from '../../kernel/duration.ts'
import type { Alert } from '../alert.ts'
import type { Message } from '../rules/message.ts'

export type Chat = {
  send(destination: { url: string; format: Alert['format'] }, message: Message): Promise<void>
  close(): Promise<void>
}

const TIMEOUT_MS = 10 * SECOND
const MAX_RESPONSE_BYTES = 65_536

export function openChat(connector: Connector): Chat {
  const dispatcher = new Agent({
    connect: ({ hostname, port, protocol }, callback) => connector.connect({ hostname, port, protocol }, callback),
    maxResponseSize: MAX_RESPONSE_BYTES,
  })
  return {
    async send({ url, format }, { subject, text }) {
      const response = await fetch(url, {
        dispatcher,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Tidings' },
        body: JSON.stringify({ [format]: `${subject}\n${text}` }),
        // Chat systems do not redirect, and a redirect could lead anywhere.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: unknown) => {
        throw new Error(describe(error, url))
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The chat system responded with ${response.status}.`)
    },
    close: () => dispatcher.close(),
  }
}

/** Names only the host, because the path of such a URL is secret. */
function describe(error: unknown, url: string): string {
  const endpoint = endpointOf(new URL(url))
  if (error instanceof Error && error.name === 'TimeoutError') return `${endpoint} did not respond in time`
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? noResponseOf(cause, endpoint).detail : `The request to ${endpoint} failed`
}
