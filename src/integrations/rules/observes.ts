import { isObservableBy, unknownKeyDetail } from '../../event-types/catalog.ts'
import { levelOf } from '../../event-types/event-type.ts'
import type { Problem } from '../../kernel/errors.ts'
import type { Owner } from '../../kernel/owner.ts'

/** One problem for each key or pattern that an integration of this owner cannot observe. */
export function checkObserves(observes: readonly string[], owner: Owner): Problem[] {
  const level = levelOf(owner)
  return observes.flatMap((key, index) =>
    isObservableBy(key, level) ? [] : [{ detail: unknownKeyDetail(key, level), pointer: `/data/observes/${index}` }],
  )
}
