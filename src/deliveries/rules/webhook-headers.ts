import manifest from '../../../package.json' with { type: 'json' }
import type { DueJob } from '../../events/jobs.ts'
import { isHeaderValue } from '../../integrations/kinds/members.ts'
import type { Authentication } from '../../integrations/kinds/webhook-authentication.ts'
import type { WebhookIntegration } from '../attempt.ts'

/** Header names that the settings define, for integrations that do not choose their own. */
export type HeaderNames = { trigger: string; secret_key: string; resource_version: string }

export const USER_AGENT = `Tidings/${manifest.version}`

type Headers = Record<string, string>

type Configuration = WebhookIntegration['configuration']

/** Composes the headers of a job's message, except the signature. `added` are headers that depend on the format of the body. */
export function headerComposer(
  { configuration }: WebhookIntegration,
  names: HeaderNames,
  added: Readonly<Headers>,
): (job: DueJob) => Headers {
  const { secret_key = '' } = configuration
  const chosen = namesOf(configuration, names)
  const common = {
    ...senderHeaders(configuration, names),
    ...added,
    // A secret that is not a valid header value is left out of the headers; the body and the signature still use it.
    ...(isHeaderValue(secret_key) && Object.fromEntries(chosen.secret_key.map((name) => [name, secret_key]))),
  }
  return (job) => headersOf(job, common, chosen)
}

type ChosenNames = { trigger: readonly string[]; secret_key: readonly string[]; resource_version: string }

/** Header names of an integration, with the settings as defaults and duplicates removed, regardless of case. */
function namesOf(
  { trigger_headers, secret_key_headers }: Pick<Configuration, 'trigger_headers' | 'secret_key_headers'>,
  { trigger, secret_key, resource_version }: HeaderNames,
): ChosenNames {
  const triggers = without(trigger_headers ?? [trigger], [resource_version])
  const secrets = without(secret_key_headers ?? [secret_key], [resource_version, ...triggers])
  return { trigger: triggers, secret_key: secrets, resource_version }
}

function without(names: readonly string[], taken: readonly string[]): string[] {
  const lower = new Set(taken.map((name) => name.toLowerCase()))
  return names.filter((name) => !lower.has(name.toLowerCase()))
}

/** Headers of every request to a receiver: the owner's headers, the authentication, and the user agent. */
export function senderHeaders(
  configuration: Pick<Configuration, 'headers' | 'authentication' | 'trigger_headers' | 'secret_key_headers'>,
  names: HeaderNames,
): Headers {
  const { headers, authentication } = configuration
  return {
    ...withoutNames(headers, namesOf(configuration, names)),
    ...(authentication !== undefined && authorizationOf(authentication)),
    'user-agent': USER_AGENT,
    // Responses are never decompressed, so a compressed response would be unreadable in the log.
    'accept-encoding': 'identity',
  }
}

/** Omits the owner's headers that each delivery sets itself, since a header must not appear twice. */
function withoutNames(
  headers: Readonly<Headers> = {},
  { trigger, secret_key, resource_version }: ChosenNames,
): Headers {
  const remaining = without(Object.keys(headers), [...trigger, ...secret_key, resource_version])
  return Object.fromEntries(remaining.map((name) => [name, headers[name] ?? '']))
}

/** No header for OAuth 2.0, whose tokens change. */
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

function headersOf({ triggered_by, event }: DueJob, common: Headers, names: ChosenNames): Headers {
  const { traceparent, resource_version } = event
  let headers = common
  if (isHeaderValue(triggered_by)) for (const name of names.trigger) headers = { ...headers, [name]: triggered_by }
  return {
    ...headers,
    ...(traceparent !== null && { traceparent }),
    ...(resource_version !== null && { [names.resource_version]: String(resource_version) }),
  }
}
