import { isObservedBy } from '../../event-types/catalog.ts'

/** Which deliveries a stream shows; null for all. */
export type StreamFilter = {
  integration_ids: readonly string[] | null
  /** Event keys and patterns of them, such as `order.*`. */
  keys: readonly string[] | null
  succeeded: boolean | null
}

/** What a filter asks of a delivery. */
type Filtered = { integration_id: string; triggered_by: string; succeeded: boolean }

export function isShown({ integration_ids, keys, succeeded }: StreamFilter, delivery: Filtered): boolean {
  if (succeeded !== null && succeeded !== delivery.succeeded) return false
  if (integration_ids !== null && !integration_ids.includes(delivery.integration_id)) return false
  return keys === null || isObservedBy(keys, delivery.triggered_by)
}
