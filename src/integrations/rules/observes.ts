import { isObservableBy, type KnownTypes, unknownKeyDetail } from '../../event-types/catalog.ts'
import type { Problem } from '../../kernel/errors.ts'

/** Bounds the work of one request, because finding similar keys is slow. */
const MAX_PROBLEMS = 100

/** Returns one problem for each key or pattern that the owner's event types do not include; the first 100. */
export function checkObserves(observes: readonly string[], known: KnownTypes): Problem[] {
  const problems: Problem[] = []
  const observable = new Set<string>()
  for (const [index, text] of observes.entries()) {
    if (observable.has(text)) continue
    if (isObservableBy(text, known)) observable.add(text)
    else problems.push({ detail: unknownKeyDetail(text, known), pointer: `/data/observes/${index}` })
    if (problems.length === MAX_PROBLEMS) break
  }
  return problems
}
