import { isoTime } from '../../kernel/clock.ts'
import type { Settings } from '../settings/settings.ts'

/** When an order that nobody pays is cancelled, if it is left alone from `now` on (milliseconds since the epoch); null: never. */
export function expiryOf({ order_expiry_hours }: Pick<Settings, 'order_expiry_hours'>, now: number): string | null {
  return order_expiry_hours === null ? null : isoTime(now + order_expiry_hours * 3_600_000)
}
