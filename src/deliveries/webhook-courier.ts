import type { Integration } from '../integrations/integration.ts'
import { mask } from '../integrations/rules/secrets.ts'
import type { Reply, WebhookIntegration } from './attempt.ts'
import { type HeaderNames, webhookComposer } from './rules/compose.ts'
import { signer } from './rules/sign.ts'
import type { Target } from './targets/target.ts'
import type { WebhookTarget } from './targets/webhook.ts'

/** Delivers to webhooks: composes and signs what the HTTP client then posts. */
export function webhooks(client: WebhookTarget, names: HeaderNames): Target {
  return {
    courier(integration) {
      const webhook = webhookOf(integration)
      const compose = webhookComposer(webhook, names)
      const sign = signer(webhook)
      const hide = hider(webhook.configuration.secret_key ?? '')
      return async (job, now) => {
        const message = sign(compose(job), job.event.id, now)
        const request_headers = hide(JSON.stringify(message.headers))
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

/** Masks the secret wherever it stands in a text, as it is or as JSON writes it: some receivers echo what they got. */
function hider(secret: string): (text: string) => string {
  if (secret === '') return (text) => text
  const written = JSON.stringify(secret).slice(1, -1)
  const masked = mask(secret)
  if (written === secret) return (text) => text.replaceAll(secret, masked)
  return (text) => text.replaceAll(written, masked).replaceAll(secret, masked)
}

function hideInReply(reply: Reply, hide: (text: string) => string): Reply {
  if (reply.kind === 'silence') return reply
  const body = hide(reply.body)
  // Hardly any reply holds the secret: then there is nothing to copy.
  if (body === reply.body && Object.values(reply.headers).every((value) => hide(value) === value)) return reply
  const headers = Object.entries(reply.headers).map(([name, value]) => [name, hide(value)])
  return { ...reply, body, headers: Object.fromEntries(headers) }
}
