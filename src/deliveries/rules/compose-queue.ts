import { orderKey, resourceIdOf, resourceIn } from '../../event-types/event.ts'
import type { DueJob } from '../../events/jobs.ts'
import type { QueueMessage } from '../attempt.ts'

/** Composes the queue message of a job. */
export type QueueComposer = (job: DueJob) => QueueMessage

/**
 * A composer for one integration: the CloudEvent of the specification's section 2.4. `source` is the address of this
 * deployment. Related resources are a member of the resource, `data.included`.
 */
export function queueComposer({ id }: { id: string }, source: string): QueueComposer {
  return (job) => {
    const { event, triggered_by, manual_retries } = job
    const { resource, included } = readPayload(job)
    return {
      job_id: job.id,
      event_id: event.id,
      triggered_by,
      manual_retries,
      message_group: orderKey(resourceIdOf(event, resource)),
      resource_version: event.resource_version,
      traceparent: event.traceparent,
      *bodies() {
        const start = startOfBody(job, id, source)
        yield write(start, included === undefined ? resource : { ...resource, included })
        if (included !== undefined) yield write(start, { ...resource, included: ELIDED })
        yield write(start, { type: resource.type, id: resource.id })
      },
    }
  }
}

/** Replaces related resources that make a message too large. */
const ELIDED = { meta: { includes_elided: true } }

type Resource = Record<string, unknown>

/** The payload of a live resource holds it as `data`; of a deleted one it is the resource, with type and id only. */
function readPayload({ event }: DueJob): { resource: Resource; included: unknown } {
  const payload: Resource = JSON.parse(event.payload)
  const resource = resourceIn(event, payload)
  return { resource, included: resource === payload ? undefined : payload.included }
}

function startOfBody({ event, triggered_by }: DueJob, integration_id: string, source: string): Resource {
  return {
    specversion: '1.0',
    id: event.id,
    source,
    type: triggered_by,
    datacontenttype: 'application/json',
    integrationid: integration_id,
    ...(event.store_id !== null && { storeid: event.store_id }),
    orgid: event.organization_id,
    ...(event.resource_version !== null && { resourceversion: integerOrText(event.resource_version) }),
  }
}

/** CloudEvents integers have 32 bits, and SDKs refuse an event with a larger one. */
const LARGEST_INTEGER = 2 ** 31 - 1

function integerOrText(version: number): number | string {
  return version <= LARGEST_INTEGER ? version : String(version)
}

/** U+FFFE and U+FFFF are valid JSON, but some queues refuse them. */
function write(start: Resource, data: Resource): string {
  return JSON.stringify({ ...start, data }).replace(/[\uFFFE\uFFFF]/g, (character) =>
    character === '\uFFFE' ? '\\ufffe' : '\\uffff',
  )
}
