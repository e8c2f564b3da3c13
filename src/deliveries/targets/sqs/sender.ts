import { queueSender } from '../queue-sender.ts'
import type { Target, TargetOptions } from '../target.ts'
import { sqsBatchClient } from './cloud-sqs.ts'

export function sqsTarget(options: Omit<TargetOptions, 'header_names'>): Target<'cloud_sqs'> {
  const client = sqsBatchClient(options)
  return {
    sender({ id, configuration }) {
      const { access_key_id, secret_access_key, session_token } = configuration.credentials ?? {}
      const secrets = [access_key_id, secret_access_key, session_token]
      return queueSender({ id }, options.source, secrets, (message) => client.send(message, configuration, id))
    },
    close: () => client.close(),
  }
}
