import { isDeletion } from '../../event-types/event.ts'
import type { DueJob } from '../../events/jobs.ts'
import type { Message, WebhookIntegration } from '../attempt.ts'
import { type HeaderNames, headerComposer } from './webhook-headers.ts'

export type Composer = (job: DueJob) => Message

const HEADERS = { 'content-type': 'application/json' }

/**
 * Returns a composer for one integration: headers and the body of the specification's section 2.3. Cache the composer while the
 * integration is unchanged. An event's payload is JSON text, which is inserted without parsing.
 */
export function webhookComposer(integration: WebhookIntegration, names: HeaderNames): Composer {
  const headers = headerComposer(integration, names, HEADERS)
  const end = endOfBody(integration)
  return (job) => ({ headers: headers(job), body: startOfBody(job) + end })
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
