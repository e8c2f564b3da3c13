import { CloudEvent, HTTP } from 'cloudevents'
import type { DueJob } from '../../../src/events/jobs.ts'

/** Parses strictly with the CloudEvents project's own library; throws its complaints. */
export function readCloudEvent(text: string): CloudEvent<unknown> {
  const headers = { 'content-type': 'application/cloudevents+json' }
  const event = HTTP.toEvent({ headers, body: text })
  if (Array.isArray(event)) throw new Error('Several events in one message')
  new CloudEvent(event, true).validate()
  return event as CloudEvent<unknown>
}

/**
 * Same for an HTTP request in either mode. The library leaves header values encoded, and sets a missing time to the
 * current one.
 */
export function readHttpCloudEvent({ headers, text }: { headers: object; text: string }): Record<string, unknown> {
  const event = HTTP.toEvent({ headers: { ...headers }, body: text })
  if (Array.isArray(event)) throw new Error('Several events in one message')
  const { time: _, ...read } = JSON.parse(JSON.stringify(event))
  if ('ce-id' in headers) {
    for (const [name, value] of Object.entries(read))
      if (name !== 'data') read[name] = decodeURIComponent(String(value))
  }
  new CloudEvent(read, true).validate()
  return read
}

/** The event as a library reads it from headers, where every attribute is text. */
export function withAttributesAsText(event: object): Record<string, unknown> {
  const texts = Object.entries(event).map(([name, value]) => [name, name === 'data' ? value : String(value)])
  return Object.fromEntries(texts)
}

/** Mapping in section 2.4 of the specification. */
export function expectedCloudEvent({ event, triggered_by }: DueJob, { id }: { id: string }, source: string): object {
  const payload = JSON.parse(event.payload)
  const { data = payload, included } = payload
  return {
    id: event.id,
    integrationid: id,
    type: triggered_by,
    data: included === undefined ? data : { ...data, included },
    datacontenttype: 'application/json',
    source,
    specversion: '1.0',
    ...(event.store_id !== null && { storeid: event.store_id }),
    orgid: event.organization_id,
    // Integers of CloudEvents have 32 bits.
    ...(event.resource_version !== null && {
      resourceversion: event.resource_version < 2 ** 31 ? event.resource_version : String(event.resource_version),
    }),
  }
}
