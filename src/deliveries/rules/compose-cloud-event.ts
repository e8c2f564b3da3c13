import type { CloudEventsMode } from '../../integrations/kinds/webhook.ts'
import type { WebhookIntegration } from '../attempt.ts'
import { type Attributes, attributesOf, dataOf, readPayload, writeJson } from './cloud-event.ts'
import type { Composer } from './compose.ts'
import { type HeaderNames, headerComposer } from './webhook-headers.ts'

/**
 * A composer for one integration whose messages are CloudEvents by the HTTP protocol binding 1.0.2: the event of queue
 * messages, whole in the body (`structured`), or its attributes as headers and its data as the body (`binary`). `source` is
 * the address of this deployment, `added` are headers of every message.
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

/** `datacontenttype` is the header `content-type`, and must not come twice. */
function attributeHeaders({ datacontenttype: _, ...attributes }: Attributes): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [`ce-${name}`, percentEncoded(String(value))]),
  )
}

/** HTTP protocol binding, section 3.1.3.2: blanks, quotes, percent signs and everything outside of printable ASCII. */
function percentEncoded(text: string): string {
  return text.toWellFormed().replace(/[^!#$&-~]/gu, encodeURIComponent)
}
