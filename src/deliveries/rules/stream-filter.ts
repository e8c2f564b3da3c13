import { isObservedBy } from '../../event-types/catalog.ts'

/** Filter for the deliveries of a stream; null members match all. */
export type StreamFilter = {
  integration_ids: readonly string[] | null
  /** Event keys, or patterns such as `order.*`. */
  keys: readonly string[] | null
  succeeded: boolean | null
}

type Filtered = { integration_id: string; triggered_by: string; succeeded: boolean }

export function isShown({ integration_ids, keys, succeeded }: StreamFilter, delivery: Filtered): boolean {
  if (succeeded !== null && succeeded !== delivery.succeeded) return false
  if (integration_ids !== null && !integration_ids.includes(delivery.integration_id)) return false
  return keys === null || isObservedBy(keys, delivery.triggered_by)
}
