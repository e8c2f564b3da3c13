import type { DueJob } from '../../../events/jobs.ts'
import type { EnabledIntegration } from '../../../integrations/integration.ts'
import { mask } from '../../../kernel/mask.ts'
import { type Composer, webhookComposer } from '../../rules/compose.ts'
import { cloudEventComposer } from '../../rules/compose-cloud-event.ts'
import { signer } from '../../rules/sign.ts'
import { type Hide, hideInReply, hideInTexts, hider } from '../hide.ts'
import { guardedConnector } from '../network/connector.ts'
import { type Identity, identityOf } from '../network/identity.ts'
import type { Sender, Sent, Target, TargetOptions } from '../target.ts'
import { type AccessTokens, tokenClient } from './access-token.ts'
import { type WebhookClient, webhookClient } from './webhook.ts'

const TIMEOUT_MS = 10_000
const SWEEP_MS = 250

/** Delivers to webhooks: composes and signs the messages that the HTTP client posts. */
export function webhookTarget(options: Omit<TargetOptions, 'machine_role'>): Target<'webhook'> {
  const { policy, resolver, proxy = null, timeout_ms = TIMEOUT_MS } = options
  const client = webhookClient(options)
  const connector = guardedConnector({ policy, resolver, timeout_ms, proxy })
  const sweeper = setInterval(() => connector.sweep(performance.now()), SWEEP_MS).unref()
  // Half of the time of an attempt, so that the delivery itself has its time.
  const tokens = tokenClient(connector, timeout_ms / 2)
  return {
    sender(integration) {
      const { authentication } = integration.configuration
      const identity = identityOf(integration.configuration)
      const attempt = attemptsOf(integration, { client, identity }, options)
      if (authentication?.type !== 'oauth2_client_credentials') return (job, now) => attempt(job, now, null)
      return withToken(tokens.tokensOf(authentication, identity), hider([authentication.client_secret]), attempt)
    },
    async close() {
      await client.close()
      await tokens.close()
      clearInterval(sweeper)
    },
  }
}

/** One attempt; `token` is what OAuth 2.0 adds to it. */
type Attempt = (job: DueJob, now: number, token: string | null) => Promise<Sent>

function attemptsOf(
  integration: EnabledIntegration<'webhook'>,
  { client, identity }: { client: WebhookClient; identity: Identity | undefined },
  options: Pick<TargetOptions, 'header_names' | 'source'>,
): Attempt {
  const compose = composerOf(integration, options)
  const sign = signer(integration)
  const { secret_key, headers, authentication } = integration.configuration
  const own = new Set([...Object.keys(headers ?? {}), ...(authentication === undefined ? [] : ['authorization'])])
  const secrets = [secret_key, ...Object.values(headers ?? {}).filter(isLong), ...secretsOf(authentication)]
  const hide = hider(secrets)
  return async (job, now, token) => {
    const message = sign(compose(job), job.event.id, now)
    if (token !== null) message.headers.authorization = `Bearer ${token}`
    const hideAll = token === null ? hide : hider([...secrets, token])
    const request_headers = hideInTexts(maskOwn(message.headers, own), hideAll)
    return { request_headers, reply: hideInReply(await client.send(message, integration.id, identity), hideAll) }
  }
}

function composerOf(
  integration: EnabledIntegration<'webhook'>,
  { header_names, source }: Pick<TargetOptions, 'header_names' | 'source'>,
): Composer {
  const { cloudevents: mode } = integration.configuration
  if (mode === undefined) return webhookComposer(integration, header_names)
  return cloudEventComposer(integration, header_names, { mode, source })
}

/** Gets a token before each attempt; one that the receiver refuses is not used again. */
function withToken(tokens: AccessTokens, hide: Hide, attempt: Attempt): Sender {
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

function isRefused({ reply }: Sent): boolean {
  return reply.kind === 'response' && reply.status_code === 401
}

type Configuration = EnabledIntegration<'webhook'>['configuration']

function secretsOf(authentication: Configuration['authentication']): string[] {
  switch (authentication?.type) {
    case undefined:
      return []
    case 'basic':
      return [authentication.password].filter(isLong)
    case 'bearer':
      return [authentication.token]
    case 'oauth2_client_credentials':
      return [authentication.client_secret]
  }
}

/** A short value would mask parts of unrelated words. */
function isLong(value: string): boolean {
  return value.length >= 8
}

/** The values of the owner's own headers are secrets, whatever they are. */
function maskOwn(headers: Record<string, string>, own: ReadonlySet<string>): Record<string, string> {
  if (own.size === 0) return headers
  const shown = Object.entries(headers).map(([name, value]) => [name, own.has(name) ? mask(value) : value])
  return Object.fromEntries(shown)
}
