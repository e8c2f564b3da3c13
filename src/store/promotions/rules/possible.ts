import { kindOfAction } from '../../../pricing/actions/kinds.ts'
import type { Condition } from '../../../pricing/conditions/condition.ts'
import { type Fact, isFact, kindOfFact } from '../../../pricing/conditions/facts.ts'
import { type Promotion, targetOf } from '../../../pricing/promotion.ts'
import { emptyLists, type Selector } from '../../../pricing/selectors/selector.ts'
import { selectorsOf } from '../../../pricing/selectors/selectors-of.ts'
import { findClash } from './contradiction.ts'
import { alternativesOf } from './normal-form.ts'

/** Path of a member, such as `when/of/1`, and the predicate of the error sentence about it. */
type Impossibility = { path: string; predicate: string }

/** Returns the reasons why the promotion could never apply to any cart or shopper. */
export function impossibilities(promotion: Promotion): Impossibility[] {
  const { when, start, end } = promotion
  const found = selectorsOf(promotion).flatMap(({ path, selector }) => emptyListsIn(selector, path))
  if (start !== null && end !== null && end <= start)
    found.push({ path: 'end', predicate: 'must be later than start.' })
  if (when === null) return found
  found.push(
    ...findUnsatisfiable(when, 'when', {
      needed: null,
      reason: 'can never hold: it requires',
      change: 'one of its conditions',
    }),
  )
  if (found.length > 0) return found
  const reason = 'holds only where nothing can be taken off: with the rest of the promotion it requires'
  return findUnsatisfiable(when, 'when', { needed: conditionRequiredBy(promotion), reason, change: 'one of them' })
}

function emptyListsIn(selector: Selector, path: string): Impossibility[] {
  return emptyLists(selector).map((list) => ({
    path: `${path}/${list}`,
    predicate: `must name something that is not in not_${list}, since no item fits both.`,
  }))
}

/** `needed` must hold as well. `reason` and `change` stand before and after the requirements in the sentence. */
type Terms = { needed: Condition | null; reason: string; change: string }

/** Innermost conditions that make this condition unsatisfiable together with `needed`; empty if satisfiable. */
function findUnsatisfiable(condition: Condition, path: string, terms: Terms): Impossibility[] {
  if (isFact(condition)) return findUnsatisfiableFact(condition, path, terms)
  switch (condition.kind) {
    case 'all': {
      const inner = findEachUnsatisfiable(condition.of, path, terms).flat()
      return inner.length > 0 ? inner : explainUnsatisfiable(condition, path, terms)
    }
    case 'any': {
      const each = findEachUnsatisfiable(condition.of, path, terms)
      return each.every((inner) => inner.length > 0) ? each.flat() : []
    }
    case 'not':
      if (condition.of.kind === 'not') return findUnsatisfiable(condition.of.of, `${path}/of/of`, terms)
      return explainUnsatisfiable(condition, path, terms)
  }
}

function findUnsatisfiableFact(fact: Fact, path: string, terms: Terms): Impossibility[] {
  const kind = kindOfFact(fact)
  const selectors = kind.constant(fact) === false ? Object.entries(kind.selectors(fact)) : []
  const empty = selectors.flatMap(([member, selector]) => emptyListsIn(selector, `${path}/${member}`))
  return empty.length > 0 ? empty : explainUnsatisfiable(fact, path, terms)
}

function findEachUnsatisfiable(conditions: readonly Condition[], path: string, terms: Terms): Impossibility[][] {
  return conditions.map((inner, index) => findUnsatisfiable(inner, `${path}/of/${index}`, terms))
}

const MAX_CLASHES = 3

function explainUnsatisfiable(condition: Condition, path: string, { needed, reason, change }: Terms): Impossibility[] {
  const clashes = new Set<string>()
  for (const alternative of alternativesOf(needed === null ? condition : { kind: 'all', of: [needed, condition] })) {
    const clash = findClash(alternative)
    if (clash === null) return []
    clashes.add(clash)
  }
  const required =
    clashes.size === 0 ? 'something that no cart can have' : [...clashes].slice(0, MAX_CLASHES).join(', or ')
  return [{ path, predicate: `${reason} ${required}, so ${change} must change.` }]
}

/** Condition that every discounted cart satisfies; null if there are no requirements. */
function conditionRequiredBy(promotion: Promotion): Condition | null {
  const { scope, action } = promotion
  if (scope === 'item' || scope === 'shipping') return null
  const of = kindOfAction(action).needs(action, targetOf(promotion))
  return of.length === 0 ? null : { kind: 'all', of }
}
