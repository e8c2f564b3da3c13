import type { Executor } from '../../db/database.ts'
import type { DueJob } from '../../events/jobs.ts'
import type { Admit } from '../../events/read.ts'
import { shownPayload } from '../../events/sealed.ts'
import { type EventRow, selectEvent, selectPayloadBytes } from '../../events/store.ts'
import type { EnabledIntegration, Integration } from '../../integrations/integration.ts'
import { type Destination, declarationOf, parseDestination } from '../../integrations/kinds/kinds.ts'
import { maskAddress } from '../../integrations/rules/addresses.ts'
import { maskAll } from '../../integrations/rules/configuration.ts'
import { findIntegration } from '../../integrations/store.ts'
import { SECOND } from '../../kernel/duration.ts'
import { notFound } from '../../kernel/errors.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { type Owner, ownerOf } from '../../kernel/owner.ts'
import { mask } from '../../kernel/text/mask.ts'
import type { Cipher } from '../../secrets/cipher.ts'
import { SNAPSHOT_GOOD_FOR_MS } from '../jobs/lease.ts'
import { type JobRow, type LogRow, selectJob, selectOwnedLog } from '../jobs/read.ts'
import { webhookComposer } from '../rules/compose.ts'
import { cloudEventComposer } from '../rules/compose-cloud-event.ts'
import { queueComposer } from '../rules/compose-queue.ts'
import { type HeaderNames, USER_AGENT } from '../rules/webhook-headers.ts'
import type { LogRequest } from './log-request-resource.ts'

export type RequestDeps = {
  db: Executor
  cipher: Cipher
  header_names: HeaderNames
  /** `source` attribute of CloudEvents. */
  source: string
}

const SIGNATURE = 'webhook-signature'

/**
 * Recomposes the request of an attempt from its event and its integration; the headers come from the log. Omits the signature if
 * the integration has changed, since it was made for another body. Throws `not_found`.
 */
export async function readLogRequest(
  deps: RequestDeps,
  owner: Owner,
  { integration_id, log_id }: { integration_id: string; log_id: string },
  admit: Admit,
): Promise<LogRequest> {
  const { db, cipher } = deps
  const log = await selectOwnedLog(db, owner, { integration_id, id: log_id })
  if (log === undefined) throw notFound('log')
  if (log.event !== null) await admit(await selectPayloadBytes(db, log.event.event_id))
  const [integration, job, event] = await Promise.all([
    findIntegration(db, cipher, owner, integration_id),
    selectJob(db, integration_id, log.job_id),
    log.event === null ? undefined : selectEvent(db, log.event.event_id),
  ])
  const sent = composeAgain(deps, { log, integration, job, event })
  const headers: Record<string, string> = JSON.parse(log.request_headers)
  const integration_changed = integration === undefined || hasChangedSince(integration, log)
  return {
    id: log.id,
    ...sent,
    headers: integration_changed ? without(headers, SIGNATURE) : headers,
    integration_changed,
    release_changed: headers['user-agent'] === undefined ? null : headers['user-agent'] !== USER_AGENT,
  }
}

/** A worker may use the previous version of an integration for a second after a change. */
const MARGIN_MS = SNAPSHOT_GOOD_FOR_MS + SECOND

function hasChangedSince({ created_at, updated_at }: Integration, { id, processing_time }: LogRow): boolean {
  return updated_at !== created_at && updated_at > timeOfId(id) - processing_time * SECOND - MARGIN_MS
}

type Parts = {
  log: LogRow
  integration: Integration | undefined
  job: JobRow | undefined
  event: EventRow | undefined
}

type Composed = Pick<LogRequest, 'method' | 'url' | 'body' | 'no_body' | 'masked'>

function composeAgain(deps: RequestDeps, { log, integration, job, event }: Parts): Composed {
  if (integration === undefined) return { ...NOTHING, no_body: 'integration_deleted' }
  const { integration_type, configuration } = integration
  const destination = parseDestination(integration_type, configuration)
  const { method, url } = endpointOf(destination, integration)
  const headers = JSON.parse(log.request_headers)
  if (Object.keys(headers).length === 0) return { ...NOTHING, url, no_body: 'not_sent' }
  if (destination.kind === 'webhook' && !('webhook-id' in headers)) {
    return { ...NOTHING, method: 'OPTIONS', url, no_body: 'handshake' }
  }
  if (job === undefined || event === undefined) return { ...NOTHING, method, url, no_body: 'expired' }
  const payload = shownPayload(deps.cipher, event)
  if (payload === null) return { ...NOTHING, method, url, no_body: 'unreadable' }
  const shown = JSON.stringify(payload)
  const { body, masked } = bodyOf(
    deps,
    { ...integration, filter: null, ...destination },
    dueJob(job, event, log, shown),
  )
  const codes = maskedInPayload(event, shown)
  return { method, url, body, no_body: null, masked: [...masked, ...codes] }
}

const NOTHING = { method: null, url: null, body: null, no_body: null, masked: [] }

/** Queues and brokers show their first address; the log names the destination. */
function endpointOf({ kind }: Destination, { integration_type, configuration }: Integration) {
  const { addresses } = declarationOf(integration_type)
  const shown = maskAll(integration_type, configuration)
  const [url] = addresses.flatMap((name) => shown[name] ?? [])
  return {
    method: kind === 'webhook' ? ('POST' as const) : ('SEND' as const),
    url: typeof url === 'string' ? url : null,
  }
}

function dueJob(job: JobRow, event: EventRow, { attempt }: LogRow, payload: string): DueJob {
  return {
    id: job.id,
    integration_id: job.integration_id,
    triggered_by: job.triggered_by,
    attempt,
    step: 0,
    generation: job.generation,
    manual_retries: job.manual_retries,
    priority: job.priority === 0 ? 'live' : 'replay',
    order_key: null,
    event: {
      ...ownerOf(event),
      id: event.id,
      triggered_by: event.triggered_by,
      resource_version: event.resource_version,
      external_id: event.external_id,
      payload,
      traceparent: event.traceparent,
    },
  }
}

function bodyOf(
  { header_names, source }: RequestDeps,
  integration: EnabledIntegration,
  job: DueJob,
): { body: string; masked: string[] } {
  if (integration.kind !== 'webhook') {
    const [body = ''] = queueComposer(integration, source)(job).bodies()
    return { body, masked: [] }
  }
  const { configuration } = integration
  const { cloudevents: mode } = configuration
  if (mode !== undefined) {
    const compose = cloudEventComposer(integration, header_names, { mode, source, added: {} })
    return { body: compose(job).body, masked: [] }
  }
  const { secret_key, url } = configuration
  const shown = { ...configuration, url: maskAddress(url), ...(secret_key && { secret_key: mask(secret_key) }) }
  const masked = [
    ...(secret_key ? ['/configuration/secret_key'] : []),
    ...(shown.url === url ? [] : ['/configuration/url']),
  ]
  return { body: webhookComposer({ ...integration, configuration: shown }, header_names)(job).body, masked }
}

/** A one-time password is masked because it is for its receiver only. */
function maskedInPayload({ payload }: EventRow, shown: string): string[] {
  return payload === shown ? [] : ['/payload', '/resources']
}

function without(headers: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))
}
