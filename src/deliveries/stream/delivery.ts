import { frameOfLog } from '../api/log.ts'
import type { DeliveryRow } from './store.ts'

/**
 * Log of an attempt as JSON: like in lists, but with its event and without headers and bodies. Serialized once for all streams.
 * `base_url` ends in `/v2`.
 */
export function printDelivery(row: DeliveryRow, base_url: string): string {
  const known = printed.get(row)
  if (known !== undefined) return known
  const text = JSON.stringify(presentDelivery(row, base_url))
  printed.set(row, text)
  return text
}

const printed = new WeakMap<DeliveryRow, string>()

function presentDelivery(row: DeliveryRow, base_url: string) {
  return {
    id: row.id,
    type: 'integration-log',
    succeeded: row.succeeded,
    attempt: row.attempt,
    processing_time: row.processing_time,
    status_code: row.status_code,
    error_detail: row.error_detail ?? '',
    event: { id: row.event_id, triggered_by: row.triggered_by },
    ...frameOfLog(row, base_url),
  }
}
