import manifest from '../../../package.json' with { type: 'json' }
import { isDeletion } from '../../event-types/event.ts'
import type { DueJob } from '../../events/jobs.ts'
import { isHeaderValue } from '../../integrations/kinds/members.ts'
import type { Authentication } from '../../integrations/kinds/webhook-authentication.ts'
import type { Message, WebhookIntegration } from '../attempt.ts'

/** Names of the webhook headers that are settings. */
export type HeaderNames = { trigger: string; secret_key: string; resource_version: string }

const USER_AGENT = `Tidings/${manifest.version}`

/** Composes the webhook message of a job. */
export type Composer = (job: DueJob) => Message

/**
 * A composer for one integration: the body of the specification's section 2.3, and its headers. Keep it while the integration
 * is unchanged. An event's payload is JSON text, which is inserted without parsing it.
 */
export function webhookComposer(integration: WebhookIntegration, names: HeaderNames): Composer {
  const common = commonHeaders(integration, names)
  const end = endOfBody(integration)
  return (job) => ({ headers: headersOf(job, common, names), body: startOfBody(job) + end })
}

function startOfBody({ event, triggered_by, attempt }: DueJob): string {
  const resources = isDeletion(event.triggered_by) ? event.payload : JSON.stringify(event.payload)
  const store = event.store_id === null ? '' : `"store_id":${JSON.stringify(event.store_id)},`
  return (
    `{"id":${JSON.stringify(event.id)},"triggered_by":${JSON.stringify(triggered_by)},"attempt":${attempt},` +
    `${store}"org_id":${JSON.stringify(event.organization_id)},"resources":${resources},"payload":${event.payload},`
  )
}

function endOfBody({ id, integration_type, name, description, configuration }: WebhookIntegration): string {
  const { secret_key = '', url } = configuration
  const integration = { id, integration_type, name, description }
  return JSON.stringify({ integration, configuration: { secret_key, url } }).slice(1)
}

function commonHeaders({ configuration }: WebhookIntegration, names: HeaderNames): Record<string, string> {
  const { secret_key = '', headers, authentication } = configuration
  return {
    ...withoutNames(headers, names),
    ...(authentication !== undefined && authorizationOf(authentication)),
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    // Responses are never inflated, so a compressed one could not be read in the log.
    'accept-encoding': 'identity',
    // A secret that is no header value stays out of the header; the body and the signature still carry it.
    ...(isHeaderValue(secret_key) && { [names.secret_key]: secret_key }),
  }
}

/** The owner's headers without those whose names are settings: a header must not come twice. */
function withoutNames(headers: Readonly<Record<string, string>> = {}, names: HeaderNames): Record<string, string> {
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

function headersOf(
  { triggered_by, event }: DueJob,
  common: Record<string, string>,
  names: HeaderNames,
): Record<string, string> {
  const headers = { ...common }
  if (isHeaderValue(triggered_by)) headers[names.trigger] = triggered_by
  if (event.traceparent !== null) headers.traceparent = event.traceparent
  if (event.resource_version !== null) headers[names.resource_version] = String(event.resource_version)
  return headers
}
