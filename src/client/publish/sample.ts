import { newId } from '../../db/new-id.ts'
import { findEventType, unknownKeyDetail } from '../../event-types/catalog.ts'
import type { EventPayload } from '../../event-types/event-type.ts'

/** The sample payload of a key, for a resource with a new id. Throws for an unknown key; the error names similar keys. */
export function makeSample(key: string, base_url: string, now: number): EventPayload {
  const type = findEventType(key)
  if (type === undefined) throw new Error(unknownKeyDetail(key, 'store'))
  return type.sample({ id: newId(now), organization_id: newId(now), store_id: newId(now), base_url, time: now })
}
