import type { Channel } from 'amqplib'
import { MINUTE } from '../../kernel/duration.ts'

/** Queue of a deployment; deployments on one broker need separate virtual hosts. */
export const QUEUE = 'tidings.jobs'

/** Lifetime of a message; after that, workers have found its jobs by polling. */
const MESSAGE_TTL_MS = MINUTE
/** Maximum number of queued messages; the oldest are dropped first. */
const MAX_MESSAGES = 10_000
/** Requeues after which a message is dropped. Set explicitly, because the default differs between releases of RabbitMQ. */
const MAX_REQUEUES = 20

/** Declares a quorum queue, so that it survives the failure of a cluster node. */
export async function declareQueue(channel: Channel): Promise<void> {
  await channel.assertQueue(QUEUE, {
    durable: true,
    arguments: {
      'x-queue-type': 'quorum',
      'x-message-ttl': MESSAGE_TTL_MS,
      'x-max-length': MAX_MESSAGES,
      'x-delivery-limit': MAX_REQUEUES,
    },
  })
}
