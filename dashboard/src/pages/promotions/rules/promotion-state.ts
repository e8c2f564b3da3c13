import type { Promotion } from '../../../generated/schema.ts'
import type { Tone } from '../../../ui/status.tsx'

export type PromotionState = 'disabled' | 'ended' | 'used_up' | 'scheduled' | 'active'

type Known = Pick<Promotion, 'enabled' | 'start' | 'end' | 'usage_limit'>

/** State of a promotion. `uses` is null while unknown. */
export function stateOf({ enabled, start, end, usage_limit }: Known, now: number, uses: number | null): PromotionState {
  if (!enabled) return 'disabled'
  if (end !== null && Date.parse(end) <= now) return 'ended'
  if (usage_limit !== null && uses !== null && uses >= usage_limit) return 'used_up'
  return start !== null && Date.parse(start) > now ? 'scheduled' : 'active'
}

export const STATES: Readonly<Record<PromotionState, { word: string; tone: Tone }>> = {
  active: { word: 'Active', tone: 'ok' },
  scheduled: { word: 'Scheduled', tone: 'waiting' },
  ended: { word: 'Ended', tone: 'off' },
  disabled: { word: 'Disabled', tone: 'off' },
  used_up: { word: 'Used up', tone: 'warning' },
}

/** Filters for the states that the API can filter by. */
export function quickFilters(now: number): readonly { label: string; filter: string }[] {
  const time = new Date(now).toISOString()
  return [
    { label: 'All', filter: '' },
    { label: 'Enabled', filter: 'eq(enabled,true)' },
    { label: 'Scheduled', filter: `eq(enabled,true):gt(start,${time})` },
    { label: 'Ended', filter: `le(end,${time})` },
    { label: 'Disabled', filter: 'eq(enabled,false)' },
    { label: 'With a coupon', filter: 'eq(trigger,coupon)' },
  ]
}
