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

/** Section 2.4 of the specification. */
export function expectedCloudEvent({ event, triggered_by }: DueJob, { id }: { id: string }, source: string): unknown {
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
