import { webhookComposer } from '../../rules/compose.ts'
import { signer } from '../../rules/sign.ts'
import { hideInReply, hideInTexts, hider } from '../hide.ts'
import type { Target, TargetOptions } from '../target.ts'
import { webhookClient } from './webhook.ts'

/** Delivers to webhooks: composes and signs the messages that the HTTP client posts. */
export function webhookTarget(options: Omit<TargetOptions, 'source' | 'machine_role'>): Target<'webhook'> {
  const client = webhookClient(options)
  return {
    sender(integration) {
      const compose = webhookComposer(integration, options.header_names)
      const sign = signer(integration)
      const hide = hider([integration.configuration.secret_key])
      return async (job, now) => {
        const message = sign(compose(job), job.event.id, now)
        const request_headers = hideInTexts(message.headers, hide)
        return { request_headers, reply: hideInReply(await client.send(message, integration.id), hide) }
      }
    },
    close: () => client.close(),
  }
}
