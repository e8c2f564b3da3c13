import { isObservableBy, type KnownTypes, unknownKeyDetail } from '../../event-types/catalog.ts'
import type { Problem } from '../../kernel/errors.ts'

/** One problem for each key or pattern that an integration of the owner of these types cannot observe. */
export function checkObserves(observes: readonly string[], known: KnownTypes): Problem[] {
  return observes.flatMap((key, index) =>
    isObservableBy(key, known) ? [] : [{ detail: unknownKeyDetail(key, known), pointer: `/data/observes/${index}` }],
  )
}
