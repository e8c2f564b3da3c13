import { findEventType, unknownKeyDetail } from '../../event-types/catalogue.ts'
import type { EventPayload } from '../../event-types/event-type.ts'
import { newId } from '../../kernel/ids.ts'

/** The catalogue's sample of a key, of a resource with a new id. Throws an error that names similar keys for an unknown one. */
export function makeSample(key: string, base_url: string, now: number): EventPayload {
  const type = findEventType(key)
  if (type === undefined) throw new Error(unknownKeyDetail(key, 'store'))
  return type.sample({ id: newId(now), organization_id: newId(now), store_id: newId(now), base_url, time: now })
}
