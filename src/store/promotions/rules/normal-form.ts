import type { Condition } from '../../../pricing/conditions/condition.ts'
import { type Fact, isFact, kindOfFact } from '../../../pricing/conditions/facts.ts'

type Truth = 'holds' | 'fails'

/** A fact that must hold or fail. Claims contradict others only about the same subject, or units and the whole cart. */
export type Claim = { fact: Fact; must: Truth; subject: string }

export type Alternative = readonly Claim[]

/**
 * Alternatives of the disjunctive normal form; empty if the condition can never hold. Omits claims beyond the bound, so
 * a condition with alternatives may still be impossible, but a condition without alternatives is impossible.
 */
export function alternativesOf(condition: Condition, must: Truth = 'holds'): readonly Alternative[] {
  if (isFact(condition)) return alternativesOfFact(condition, must)
  if (condition.kind === 'not') return alternativesOf(condition.of, must === 'holds' ? 'fails' : 'holds')
  const each = condition.of.map((inner) => alternativesOf(inner, must))
  return (condition.kind === 'all') === (must === 'holds') ? conjunction(each) : disjunction(each)
}

/** Claims in all alternatives together, so that checks take milliseconds. */
const MAX_CLAIMS = 5000

const ALWAYS: readonly Alternative[] = [[]]
const NEVER: readonly Alternative[] = []

// Shortest first, so that the bound omits the least specific conditions.
function conjunction(each: readonly (readonly Alternative[])[]): readonly Alternative[] {
  let alternatives = ALWAYS
  for (const more of each.toSorted((one, other) => one.length - other.length)) {
    const claims = more.length * claimsIn(alternatives) + alternatives.length * claimsIn(more)
    if (more.length > 1 && claims > MAX_CLAIMS) continue
    alternatives = alternatives.flatMap((one) => more.map((other) => [...one, ...other]))
  }
  return alternatives
}

function disjunction(each: readonly (readonly Alternative[])[]): readonly Alternative[] {
  const alternatives = each.flat()
  return claimsIn(alternatives) > MAX_CLAIMS || alternatives.some(({ length }) => length === 0) ? ALWAYS : alternatives
}

function claimsIn(alternatives: readonly Alternative[]): number {
  return alternatives.reduce((count, claims) => count + claims.length, 0)
}

function alternativesOfFact(fact: Fact, must: Truth): readonly Alternative[] {
  const kind = kindOfFact(fact)
  const constant = kind.constant(fact)
  if (constant !== null) return constant === (must === 'holds') ? ALWAYS : NEVER
  return [[{ fact, must, subject: kind.subject(fact) }]]
}
