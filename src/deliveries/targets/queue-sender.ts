import type { Integration } from '../../integrations/integration.ts'
import type { QueueMessage } from '../attempt.ts'
import { queueComposer } from '../rules/compose-queue.ts'
import { hideInReply, hideInTexts, hider } from './hide.ts'
import type { Sender, Sent } from './target.ts'

/** Composes what a queue is sent, and hides its secrets in what is kept of the attempt. */
export function senderOf(
  integration: Integration,
  source: string,
  secrets: readonly (string | undefined)[],
  send: (message: QueueMessage) => Promise<Sent>,
): Sender {
  const compose = queueComposer(integration, source)
  const hide = hider(secrets)
  return async (job) => {
    const { request_headers, reply } = await send(compose(job))
    return { request_headers: hideInTexts(request_headers, hide), reply: hideInReply(reply, hide) }
  }
}

/** A text of a configuration that is not empty. */
export function textIn(configuration: Integration['configuration'], name: string): string | undefined {
  const value = configuration[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
