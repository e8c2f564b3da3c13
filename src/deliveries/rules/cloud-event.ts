import { resourceIn } from '../../event-types/event.ts'
import type { DueJob } from '../../events/jobs.ts'

type Resource = Record<string, unknown>

/** Attributes of a CloudEvent by name, in the order in which they are written. */
export type Attributes = Readonly<Record<string, string | number>>

/** CloudEvent attributes of a job's event for one integration. `source` is the address of this deployment. */
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

/** CloudEvents integers have 32 bits, and SDKs reject an event with a larger one. */
const MAX_INTEGER = 2 ** 31 - 1

function integerOrText(version: number): number | string {
  return version <= MAX_INTEGER ? version : String(version)
}

/**
 * Parses the resource of an event and its related resources. The payload of a live resource contains the resource as `data`; the
 * payload of a deleted resource is its type and id.
 */
export function readPayload({ event }: DueJob): { resource: Resource; included: unknown } {
  const payload: Resource = JSON.parse(event.payload)
  const resource = resourceIn(event, payload)
  return { resource, included: resource === payload ? undefined : payload.included }
}

/** Data of a CloudEvent: the resource, with related resources in its member `included`. */
export function dataOf(resource: Resource, included: unknown): Resource {
  return included === undefined ? resource : { ...resource, included }
}

/** Escapes U+FFFE and U+FFFF, which are valid JSON but rejected by some queues. */
export function writeJson(value: Resource): string {
  return JSON.stringify(value).replaceAll('\uFFFE', '\\ufffe').replaceAll('\uFFFF', '\\uffff')
}
