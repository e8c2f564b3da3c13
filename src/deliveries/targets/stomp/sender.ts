import type { Integration } from '../../../integrations/integration.ts'
import type { QueueMessage } from '../../attempt.ts'
import { senderOf, textIn } from '../queue-sender.ts'
import type { Target } from '../target.ts'
import type { StompQueue, StompTarget } from './stomp.ts'

/** Delivers to message brokers. `source` is the address of this deployment. */
export function stompQueues(client: StompTarget, source: string): Target {
  return {
    sender(integration) {
      const queue = stompQueueOf(integration)
      const send = (message: QueueMessage) => client.send(message, queue, integration.id)
      return senderOf(integration, source, [queue.password], send)
    },
    close: () => client.close(),
  }
}

function stompQueueOf({ configuration }: Integration): StompQueue {
  const { addresses } = configuration
  return {
    addresses: Array.isArray(addresses) ? addresses.filter((address) => typeof address === 'string') : [],
    destination: textIn(configuration, 'destination') ?? '',
    username: textIn(configuration, 'username'),
    password: textIn(configuration, 'password'),
    host: textIn(configuration, 'host'),
    ca: textIn(configuration, 'ca'),
  }
}
