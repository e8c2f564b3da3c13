import type { Channel } from 'amqplib'

/** The one queue of a deployment; deployments on one broker are told apart by their virtual hosts. */
export const QUEUE = 'tidings.jobs'

/**
 * A message that nobody has taken for so long, in milliseconds, is of no use: workers have found its jobs by themselves.
 */
const GOOD_FOR = 60_000
/** Messages kept while nobody takes any; the oldest go first. */
const MOST_KEPT = 10_000
/** A message that came back so often is dropped. The default differs between releases of RabbitMQ. */
const MOST_RETURNS = 20

/** Makes the queue if it is not there: a quorum queue, so that it outlives any one node of a cluster. */
export async function declareQueue(channel: Channel): Promise<void> {
  await channel.assertQueue(QUEUE, {
    durable: true,
    arguments: {
      'x-queue-type': 'quorum',
      'x-message-ttl': GOOD_FOR,
      'x-max-length': MOST_KEPT,
      'x-delivery-limit': MOST_RETURNS,
    },
  })
}
