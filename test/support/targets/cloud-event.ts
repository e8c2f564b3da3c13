import { CloudEvent, HTTP } from 'cloudevents'
import type { DueJob } from '../../../src/events/jobs.ts'

/** Read by the CloudEvents project's own library, strictly; throws what it has to say against the message. */
export function readCloudEvent(text: string): CloudEvent<unknown> {
  const headers = { 'content-type': 'application/cloudevents+json' }
  const event = HTTP.toEvent({ headers, body: text })
  if (Array.isArray(event)) throw new Error('Several events in one message')
  new CloudEvent(event, true).validate()
  return event as CloudEvent<unknown>
}

/**
 * The same of an HTTP request, in whichever mode it is. The library leaves the values of headers as they are encoded, and gives
 * an event without a time the current one.
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

/** What a library reads from a CloudEvent whose attributes are headers: every one of them is text. */
export function withAttributesAsText(event: object): Record<string, unknown> {
  const texts = Object.entries(event).map(([name, value]) => [name, name === 'data' ? value : String(value)])
  return Object.fromEntries(texts)
}

/** Section 2.4 of the specification. */
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
    // An integer of a CloudEvent has 32 bits.
    ...(event.resource_version !== null && {
      resourceversion: event.resource_version < 2 ** 31 ? event.resource_version : String(event.resource_version),
    }),
  }
}
