import type { EnabledIntegration } from '../../../integrations/integration.ts'
import { hider } from '../hide.ts'
import { guardedConnector } from '../network/connector.ts'
import { type Identity, identityOf } from '../network/identity.ts'
import type { Sender, Sent, Target, TargetOptions } from '../target.ts'
import { type AccessTokens, tokenClient } from './access-token.ts'
import { type Attempt, prepareAttempts } from './attempt-sender.ts'
import { secretsOf } from './masking.ts'
import { permittedAttempts } from './permitted-sender.ts'
import { webhookClient } from './webhook.ts'

const TIMEOUT_MS = 10_000

export function webhookTarget(options: Omit<TargetOptions, 'machine_role'>): Target<'webhook'> {
  const { policy, resolver, proxy = null, timeout_ms = TIMEOUT_MS } = options
  const client = webhookClient(options)
  const connector = guardedConnector({ policy, resolver, timeout_ms, proxy })
  // Half of the timeout, to leave time for the delivery.
  const tokens = tokenClient(connector, timeout_ms / 2)

  function attemptsOf(integration: EnabledIntegration<'webhook'>, identity: Identity | undefined): Attempt {
    const { id, configuration } = integration
    if (configuration.handshake) return permittedAttempts(integration, options, { client, identity, timeout_ms })
    return prepareAttempts(integration, options)((message) => client.send(message, id, identity))
  }

  return {
    sender(integration) {
      const { authentication } = integration.configuration
      const identity = identityOf(integration.configuration)
      const attempt = attemptsOf(integration, identity)
      if (authentication?.type !== 'oauth2_client_credentials') return (job, now) => attempt(job, now, null)
      const access = tokens.tokensOf(authentication, identity)
      return withToken(access, hider(secretsOf(authentication)).sentences, attempt)
    },
    async close() {
      await client.close()
      await tokens.close()
      connector.close()
    },
  }
}

/** Gets a token before each attempt, and invalidates a token that the receiver rejects. */
function withToken(tokens: AccessTokens, hide: (text: string) => string, attempt: Attempt): Sender {
  return async (job, now) => {
    const started = performance.now()
    const token = await tokens.get(now)
    if ('reason' in token) {
      const processing_time = (performance.now() - started) / 1_000
      const { reason, detail } = token
      return { request_headers: {}, reply: { kind: 'no_response', reason, detail: hide(detail), processing_time } }
    }
    const sent = await attempt(job, now, token.value)
    if (isRefused(sent)) tokens.drop(token)
    return sent
  }
}

/** True if the delivery, or the handshake before it, was unauthorized. */
function isRefused({ reply }: Sent): boolean {
  return reply.kind !== 'no_response' && reply.status_code === 401
}
