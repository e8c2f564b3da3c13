import manifest from '../../../package.json' with { type: 'json' }
import type { DueJob } from '../../events/jobs.ts'
import { isHeaderValue } from '../../integrations/kinds/members.ts'
import type { Authentication } from '../../integrations/kinds/webhook-authentication.ts'
import type { WebhookIntegration } from '../attempt.ts'

/** Names of the webhook headers that are settings. */
export type HeaderNames = { trigger: string; secret_key: string; resource_version: string }

export const USER_AGENT = `Tidings/${manifest.version}`

type Headers = Record<string, string>

/** Composes the headers of a job's message, except the signature; `added` are those of the body's format. */
export function headerComposer(
  { configuration }: WebhookIntegration,
  names: HeaderNames,
  added: Readonly<Headers>,
): (job: DueJob) => Headers {
  const { secret_key = '' } = configuration
  const common = {
    ...senderHeaders(configuration, names),
    ...added,
    // A secret that is no header value stays out of the header; the body and the signature still carry it.
    ...(isHeaderValue(secret_key) && { [names.secret_key]: secret_key }),
  }
  return (job) => headersOf(job, common, names)
}

/** What every request to a receiver carries: its owner's headers, what authenticates the sender, and the sender's name. */
export function senderHeaders(
  { headers, authentication }: Pick<WebhookIntegration['configuration'], 'headers' | 'authentication'>,
  names: HeaderNames,
): Headers {
  return {
    ...withoutNames(headers, names),
    ...(authentication !== undefined && authorizationOf(authentication)),
    'user-agent': USER_AGENT,
    // Responses are never inflated, so a compressed one could not be read in the log.
    'accept-encoding': 'identity',
  }
}

/** The owner's headers without those whose names are settings: a header must not come twice. */
function withoutNames(headers: Readonly<Headers> = {}, names: HeaderNames): Headers {
  const taken = new Set(Object.values(names).map((name) => name.toLowerCase()))
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !taken.has(name.toLowerCase())))
}

/** None for OAuth 2.0, whose tokens change. */
function authorizationOf(authentication: Authentication): { authorization?: string } {
  switch (authentication.type) {
    case 'basic': {
      const { username, password } = authentication
      return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
    }
    case 'bearer':
      return { authorization: `Bearer ${authentication.token}` }
    case 'oauth2_client_credentials':
      return {}
  }
}

function headersOf({ triggered_by, event }: DueJob, common: Headers, names: HeaderNames): Headers {
  const headers = { ...common }
  if (isHeaderValue(triggered_by)) headers[names.trigger] = triggered_by
  if (event.traceparent !== null) headers.traceparent = event.traceparent
  if (event.resource_version !== null) headers[names.resource_version] = String(event.resource_version)
  return headers
}
