import type { Integration } from '../../../integrations/integration.ts'
import type { QueueMessage } from '../../attempt.ts'
import { senderOf, textIn } from '../queue-sender.ts'
import type { Target } from '../target.ts'
import type { SqsQueue, SqsTarget } from './cloud-sqs.ts'

/** Delivers to hosted queues. `source` is the address of this deployment. */
export function sqsQueues(client: SqsTarget, source: string): Target {
  return {
    sender(integration) {
      const queue = sqsQueueOf(integration)
      const { accessKeyId, secretAccessKey, sessionToken } = queue.credentials ?? {}
      const send = (message: QueueMessage) => client.send(message, queue, integration.id)
      return senderOf(integration, source, [accessKeyId, secretAccessKey, sessionToken], send)
    },
    close: () => client.close(),
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
