import { isoTime } from '../../kernel/clock.ts'
import { HOUR } from '../../kernel/duration.ts'
import type { Settings } from '../settings/settings.ts'

/** Returns the time at which an unpaid order is cancelled; null for never. `now` is in milliseconds since the epoch. */
export function expiryOf({ order_expiry_hours }: Pick<Settings, 'order_expiry_hours'>, now: number): string | null {
  return order_expiry_hours === null ? null : isoTime(now + order_expiry_hours * HOUR)
}
