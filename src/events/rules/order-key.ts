import { type Event, orderKey, resourceIdOf, resourceIn } from '../../event-types/event.ts'
import { isObject } from '../../kernel/json/json.ts'

/** What deliveries of an ordered integration are ordered by: the resource; the event itself where that cannot be read. */
export function orderKeyOf(event: Pick<Event, 'id' | 'triggered_by'>, payload: unknown): string {
  return orderKey(isObject(payload) ? resourceIdOf(event, resourceIn(event, payload)) : event.id)
}
