import type { Integration } from '../../../integrations/integration.ts'
import type { WebhookIntegration } from '../../attempt.ts'
import { type HeaderNames, webhookComposer } from '../../rules/compose.ts'
import { signer } from '../../rules/sign.ts'
import { hideInReply, hideInTexts, hider } from '../hide.ts'
import type { Target } from '../target.ts'
import type { WebhookTarget } from './webhook.ts'

/** Delivers to webhooks: composes and signs what the HTTP client then posts. */
export function webhooks(client: WebhookTarget, names: HeaderNames): Target {
  return {
    sender(integration) {
      const webhook = webhookOf(integration)
      const compose = webhookComposer(webhook, names)
      const sign = signer(webhook)
      const hide = hider([webhook.configuration.secret_key])
      return async (job, now) => {
        const message = sign(compose(job), job.event.id, now)
        const request_headers = hideInTexts(message.headers, hide)
        return { request_headers, reply: hideInReply(await client.send(message, integration.id), hide) }
      }
    },
    close: () => client.close(),
  }
}

function webhookOf(integration: Integration): WebhookIntegration {
  const { id, integration_type, name, description, previous_secret_key, previous_secret_until } = integration
  const { url, secret_key } = integration.configuration
  const configuration = { url: String(url), ...(typeof secret_key === 'string' && { secret_key }) }
  return { id, integration_type, name, description, configuration, previous_secret_key, previous_secret_until }
}
