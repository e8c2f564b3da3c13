import type { QueueMessage } from '../attempt.ts'
import { queueComposer } from '../rules/compose-queue.ts'
import { hideInReply, hideInTexts, hider } from './hide.ts'
import type { Sender, Sent } from './target.ts'

/** Composes the message for a queue, and masks its secrets in what is logged of the attempt. */
export function queueSender(
  integration: { id: string },
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
