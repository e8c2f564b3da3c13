import { matchingKeys } from '../event-types/catalog.ts'
import { PayloadReader } from '../integrations/rules/payload-reader.ts'
import type { Matching } from '../integrations/snapshot.ts'
import { LoopBudget } from '../kernel/flow/loop-budget.ts'
import type { FilteredOut, UnmatchedEvent } from './make-jobs.ts'

/**
 * Evaluates the filters of integrations that observe events. Yields to the event loop in between, because a payload of some
 * megabytes and hundreds of filters take seconds.
 */
export async function evaluateFilters(
  events: readonly UnmatchedEvent[],
  matching: Pick<Matching, 'observers' | 'hasFilters'>,
): Promise<FilteredOut> {
  const excluded = new Map<number, Set<string>>()
  const budget = new LoopBudget()
  for (const [index, { event, payload }] of events.entries()) {
    if (!matching.hasFilters(event)) continue
    const reader = new PayloadReader(payload)
    for (const key of matchingKeys(event.triggered_by, payload)) {
      for (const { id, filter } of matching.observers(event, key)) {
        if (filter === null || excluded.get(index)?.has(id)) continue
        if (budget.isSpent()) await budget.renew()
        if (!filter(reader)) excluded.set(index, (excluded.get(index) ?? new Set()).add(id))
      }
    }
  }
  if (budget.isSpent()) await budget.renew()
  return excluded
}
