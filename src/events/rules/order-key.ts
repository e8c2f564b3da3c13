import { type Event, orderKey, resourceIdOf, resourceIn } from '../../event-types/event.ts'
import { isObject } from '../../kernel/json/json.ts'

/** Order key of an event: its resource, or the event itself if the resource cannot be read. */
export function orderKeyOf(event: Pick<Event, 'id' | 'triggered_by'>, payload: unknown): string {
  return orderKey(isObject(payload) ? resourceIdOf(event, resourceIn(event, payload)) : event.id)
}
