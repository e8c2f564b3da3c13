import { ScrollTo } from '../../kit/scroll-to.tsx'

/** Sections of the order page that have addresses. */
export const EVENTS_PLACE = 'order-events'
export const PROMOTIONS_PLACE = 'order-promotions'

export function EventsPlace() {
  return <ScrollTo id={EVENTS_PLACE} />
}

export function PromotionsPlace() {
  return <ScrollTo id={PROMOTIONS_PLACE} />
}
