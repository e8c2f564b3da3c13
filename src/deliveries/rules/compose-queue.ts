import { orderKey, resourceIdOf } from '../../event-types/event.ts'
import type { DueJob } from '../../events/jobs.ts'
import type { QueueMessage } from '../attempt.ts'
import { attributesOf, dataOf, readPayload, writeJson } from './cloud-event.ts'

export type QueueComposer = (job: DueJob) => QueueMessage

/**
 * Returns a composer for one integration: the CloudEvent of the specification's section 2.4. `source` is the address of this
 * deployment. Related resources are in `data.included`.
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
        const attributes = attributesOf(job, id, source)
        yield writeJson({ ...attributes, data: dataOf(resource, included) })
        if (included !== undefined) yield writeJson({ ...attributes, data: dataOf(resource, ELIDED) })
        yield writeJson({ ...attributes, data: { type: resource.type, id: resource.id } })
      },
    }
  }
}

/** Placeholder for related resources that make a message too large. */
const ELIDED = { meta: { includes_elided: true } }
