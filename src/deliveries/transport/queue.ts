import type { Channel } from 'amqplib'
import { MINUTE } from '../../kernel/duration.ts'

/** The one queue of a deployment; deployments on one broker have separate virtual hosts. */
export const QUEUE = 'tidings.jobs'

/**
 * A message that was not consumed within this time is of no use: workers have found its jobs by polling.
 */
const MESSAGE_TTL_MS = MINUTE
/** Messages kept while none is consumed; the oldest are dropped first. */
const MOST_MESSAGES = 10_000
/** A message that was requeued this often is dropped. The default differs between releases of RabbitMQ. */
const MOST_REQUEUES = 20

/** Declares the queue: a quorum queue, so that it outlives any one node of a cluster. */
export async function declareQueue(channel: Channel): Promise<void> {
  await channel.assertQueue(QUEUE, {
    durable: true,
    arguments: {
      'x-queue-type': 'quorum',
      'x-message-ttl': MESSAGE_TTL_MS,
      'x-max-length': MOST_MESSAGES,
      'x-delivery-limit': MOST_REQUEUES,
    },
  })
}
