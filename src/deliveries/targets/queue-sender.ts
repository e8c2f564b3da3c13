import type { QueueMessage } from '../attempt.ts'
import { queueComposer } from '../rules/compose-queue.ts'
import { hideInReply, hideInTexts, hider } from './hide.ts'
import type { Sender, Sent } from './target.ts'

/** Composes and sends the message of a job to a queue, and masks secrets in the log of the attempt. */
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
