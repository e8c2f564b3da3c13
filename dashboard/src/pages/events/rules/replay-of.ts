import type { EventDelivery } from '../../../generated/schema.ts'

type EventFacts = { triggered_by: string; created_at: string }

/** The replay, as its form is filled in, that delivers this event to the integration again, and few others of its key. */
export function replayOf({ outcome }: Pick<EventDelivery, 'outcome'>, { triggered_by, created_at }: EventFacts) {
  // The end is exclusive, and times have whole milliseconds.
  const to = new Date(Date.parse(created_at) + 1).toISOString()
  return { selection: SELECTIONS[outcome], from: created_at, to, keys: triggered_by }
}

const SELECTIONS: Readonly<Record<EventDelivery['outcome'], string>> = {
  none: 'missed',
  failed: 'failed',
  cancelled: 'cancelled',
  delivered: 'all',
  pending: 'all',
}
