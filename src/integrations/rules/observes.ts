import { isObservableBy, type KnownTypes, unknownKeyDetail } from '../../event-types/catalog.ts'
import type { Problem } from '../../kernel/errors.ts'

/** Problems in one response: to look for similar keys takes long. */
const MOST_PROBLEMS = 100

/** One problem for each key or pattern that an integration of the owner of these types cannot observe; the first 100. */
export function checkObserves(observes: readonly string[], known: KnownTypes): Problem[] {
  const problems: Problem[] = []
  const observable = new Set<string>()
  for (const [index, text] of observes.entries()) {
    if (observable.has(text)) continue
    if (isObservableBy(text, known)) observable.add(text)
    else problems.push({ detail: unknownKeyDetail(text, known), pointer: `/data/observes/${index}` })
    if (problems.length === MOST_PROBLEMS) break
  }
  return problems
}
