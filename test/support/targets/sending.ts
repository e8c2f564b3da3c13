import type { Reply, SignedMessage } from '../../../src/deliveries/attempt.ts'
import { addressPolicy } from '../../../src/deliveries/targets/network/guard.ts'
import {
  type WebhookClient,
  type WebhookClientOptions,
  webhookClient,
} from '../../../src/deliveries/targets/webhook/webhook.ts'
import { keeping } from '../keeping.ts'
import { type Listening, rawServer } from '../servers/listening.ts'

/** Utilities to send webhooks to servers of a test; everything opened is closed at the end of the file. */
export function sending() {
  const keep = keeping()

  /** A target that may reach 127.0.0.1 and no other private address by default. */
  function target(options: Partial<WebhookClientOptions> = {}): WebhookClient {
    const policy = addressPolicy({ networks: ['127.0.0.1'], hosts: [] })
    return keep(webhookClient({ policy, ...options }))
  }

  /** A server that responds to any data with these bytes and keeps the connection open. */
  async function responding(...parts: (string | Buffer)[]): Promise<Listening> {
    const server = await rawServer((socket) => {
      socket.on('data', () => {
        for (const part of parts) socket.write(part)
      })
    })
    return keep(server)
  }

  return { keep, target, responding }
}

export function message(url: string, given: Partial<SignedMessage> = {}): SignedMessage {
  return { url, headers: { 'content-type': 'application/json' }, body: '{"id":"1"}', ...given }
}

export function answered(reply: Reply): Extract<Reply, { kind: 'response' }> {
  if (reply.kind === 'no_response') throw new Error(`no response: ${reply.detail}`)
  if (reply.kind !== 'response') throw new Error(`no HTTP response: ${reply.kind}`)
  return reply
}
