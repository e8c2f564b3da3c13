import type { Static } from 'typebox'
import { isoTime } from '../kernel/clock.ts'
import { DAY } from '../kernel/duration.ts'
import type { Links, Money, Timestamps } from '../kernel/schemas.ts'
import type { SampleSource } from './event-type.ts'

/** Derives an id from another: the same number gives the same id, another number a different id. */
export function relatedId(id: string, number: number): string {
  const tail = (Number.parseInt(id.slice(-8), 16) ^ number) >>> 0
  return id.slice(0, -8) + tail.toString(16).padStart(8, '0')
}

/** Returns times of a resource that is a day old, unless the action is its creation. */
export function timestamps(source: SampleSource, action: string): Static<typeof Timestamps> {
  const age = action === 'created' ? 0 : DAY
  return { created_at: isoTime(source.time - age), updated_at: isoTime(source.time) }
}

/** `path` follows the version prefix, such as `/currencies/…`. */
export function links(source: SampleSource, path: string): Static<typeof Links> {
  return { self: source.base_url + path }
}

/** Formats US dollars; `amount` is in cents. */
export function money(amount: number): Static<typeof Money> {
  const sign = amount < 0 ? '-' : ''
  return { amount, currency: 'USD', formatted: `${sign}$${(Math.abs(amount) / 100).toFixed(2)}` }
}
