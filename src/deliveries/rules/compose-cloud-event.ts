import type { CloudEventsMode } from '../../integrations/kinds/webhook.ts'
import type { WebhookIntegration } from '../attempt.ts'
import { type Attributes, attributesOf, dataOf, readPayload, writeJson } from './cloud-event.ts'
import type { Composer } from './compose.ts'
import { type HeaderNames, headerComposer } from './webhook-headers.ts'

/**
 * Returns a composer of CloudEvents for one integration, by the HTTP protocol binding 1.0.2. `structured` sends the same event as
 * queues get in the body; `binary` sends the attributes as headers and the data as the body. `source` is the address of this
 * deployment; `added` are headers of every message.
 */
export function cloudEventComposer(
  integration: WebhookIntegration,
  names: HeaderNames,
  { mode, source, added }: { mode: CloudEventsMode; source: string; added: Readonly<Record<string, string>> },
): Composer {
  const headers = headerComposer(integration, names, { ...added, 'content-type': CONTENT_TYPES[mode] })
  const { id } = integration
  switch (mode) {
    case 'structured':
      return (job) => {
        const { resource, included } = readPayload(job)
        const event = { ...attributesOf(job, id, source), data: dataOf(resource, included) }
        return { headers: headers(job), body: writeJson(event) }
      }
    case 'binary':
      return (job) => {
        const { resource, included } = readPayload(job)
        const attributes = attributeHeaders(attributesOf(job, id, source))
        return { headers: { ...headers(job), ...attributes }, body: writeJson(dataOf(resource, included)) }
      }
  }
}

const CONTENT_TYPES: Readonly<Record<CloudEventsMode, string>> = {
  structured: 'application/cloudevents+json; charset=utf-8',
  binary: 'application/json',
}

/** Omits `datacontenttype`, which is sent as the header `content-type` and must not appear twice. */
function attributeHeaders({ datacontenttype: _, ...attributes }: Attributes): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [`ce-${name}`, percentEncoded(String(value))]),
  )
}

/** HTTP protocol binding, section 3.1.3.2: encodes blanks, quotes, percent signs and everything outside printable ASCII. */
function percentEncoded(text: string): string {
  return text.toWellFormed().replace(/[^!#$&-~]/gu, encodeURIComponent)
}
