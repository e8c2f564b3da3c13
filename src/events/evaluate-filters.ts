import { matchingKeys } from '../event-types/catalog.ts'
import type { Event } from '../event-types/event.ts'
import { PayloadReader } from '../integrations/rules/payload-reader.ts'
import type { Matching } from '../integrations/snapshot.ts'
import { LoopBudget } from '../kernel/flow/loop-budget.ts'
import { type KeptBack, parsedOnce } from './make-jobs.ts'

/**
 * Evaluates the filters of the integrations that observe events, giving the event loop back in between: a payload of some
 * megabytes and hundreds of filters take seconds. `payloads` are those of the events, parsed when they are first read.
 */
export async function evaluateFilters(
  events: readonly Pick<Event, 'organization_id' | 'store_id' | 'triggered_by' | 'payload'>[],
  matching: Pick<Matching, 'observers' | 'hasFilters'>,
  payloads: readonly (() => unknown)[] = events.map(({ payload }) => parsedOnce(payload)),
): Promise<KeptBack> {
  const kept = new Map<number, Set<string>>()
  const budget = new LoopBudget()
  for (const [index, event] of events.entries()) {
    if (!matching.hasFilters(event)) continue
    const payload = payloads[index] ?? parsedOnce(event.payload)
    const reader = new PayloadReader(payload)
    for (const key of matchingKeys(event.triggered_by, payload)) {
      for (const { id, filter } of matching.observers(event, key)) {
        if (filter === null || kept.get(index)?.has(id)) continue
        if (budget.isSpent()) await budget.renew()
        if (!filter(reader)) kept.set(index, (kept.get(index) ?? new Set()).add(id))
      }
    }
  }
  if (budget.isSpent()) await budget.renew()
  return kept
}
