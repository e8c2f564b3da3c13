import type { Integration } from '../integrations/integration.ts'
import type { QueueMessage } from './attempt.ts'
import { hideInReply, hideInTexts, hider } from './hide.ts'
import { queueComposer } from './rules/compose-queue.ts'
import type { SqsQueue, SqsTarget } from './targets/cloud-sqs.ts'
import type { StompQueue, StompTarget } from './targets/stomp.ts'
import type { Courier, Sent, Target } from './targets/target.ts'

/** Delivers to hosted queues. `source` is the address of this deployment. */
export function sqsQueues(client: SqsTarget, source: string): Target {
  return {
    courier(integration) {
      const queue = sqsQueueOf(integration)
      const { accessKeyId, secretAccessKey, sessionToken } = queue.credentials ?? {}
      const send = (message: QueueMessage) => client.send(message, queue, integration.id)
      return courierOf(integration, source, [accessKeyId, secretAccessKey, sessionToken], send)
    },
    close: () => client.close(),
  }
}

/** Delivers to message brokers. `source` is the address of this deployment. */
export function stompQueues(client: StompTarget, source: string): Target {
  return {
    courier(integration) {
      const queue = stompQueueOf(integration)
      const send = (message: QueueMessage) => client.send(message, queue, integration.id)
      return courierOf(integration, source, [queue.password], send)
    },
    close: () => client.close(),
  }
}

function courierOf(
  integration: Integration,
  source: string,
  secrets: readonly (string | undefined)[],
  send: (message: QueueMessage) => Promise<Sent>,
): Courier {
  const compose = queueComposer(integration, source)
  const hide = hider(secrets)
  return async (job) => {
    const { request_headers, reply } = await send(compose(job))
    return { request_headers: hideInTexts(request_headers, hide), reply: hideInReply(reply, hide) }
  }
}

/** Without keys it is the machine's own role that sends, which an operator's setting has to permit. */
function sqsQueueOf({ configuration }: Integration): SqsQueue {
  const accessKeyId = textIn(configuration, 'access_key_id') ?? textIn(configuration, 'aws_access_key_id')
  const secretAccessKey = textIn(configuration, 'secret_access_key') ?? textIn(configuration, 'aws_secret_access_key')
  const sessionToken = textIn(configuration, 'session_token') ?? textIn(configuration, 'aws_session_token')
  const credentials =
    accessKeyId === undefined || secretAccessKey === undefined
      ? null
      : { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
  return { url: textIn(configuration, 'url') ?? '', region: textIn(configuration, 'region') ?? '', credentials }
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

/** A text that is not empty. */
function textIn(configuration: Integration['configuration'], name: string): string | undefined {
  const value = configuration[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
