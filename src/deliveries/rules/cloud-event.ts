import { resourceIn } from '../../event-types/event.ts'
import type { DueJob } from '../../events/jobs.ts'

type Resource = Record<string, unknown>

/** The attributes of a CloudEvent by their names, in the order in which they are written. */
export type Attributes = Readonly<Record<string, string | number>>

/** The attributes of a job's event for one integration. `source` is the address of this deployment. */
export function attributesOf({ event, triggered_by }: DueJob, integration_id: string, source: string): Attributes {
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

/**
 * The resource of an event, and those related to it. The payload of a live resource holds it as `data`; of a deleted one it is
 * the resource, with type and id only.
 */
export function readPayload({ event }: DueJob): { resource: Resource; included: unknown } {
  const payload: Resource = JSON.parse(event.payload)
  const resource = resourceIn(event, payload)
  return { resource, included: resource === payload ? undefined : payload.included }
}

/** The data of a CloudEvent: the resource, related ones as its member `included`. */
export function dataOf(resource: Resource, included: unknown): Resource {
  return included === undefined ? resource : { ...resource, included }
}

/** U+FFFE and U+FFFF are valid JSON, but some queues refuse them. */
export function writeJson(value: Resource): string {
  return JSON.stringify(value).replaceAll('\uFFFE', '\\ufffe').replaceAll('\uFFFF', '\\uffff')
}
