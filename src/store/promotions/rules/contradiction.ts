import type { Claims } from '../../../pricing/conditions/fact.ts'
import { type AnyFactKind, type Fact, kindOfFact } from '../../../pricing/conditions/facts.ts'
import type { Alternative, Claim } from './normal-form.ts'

/** Returns an impossible requirement of the claims, to follow "requires", or null if none is known. */
export function findClash(alternative: Alternative): string | null {
  const subjects = [...Map.groupBy(alternative, ({ subject }) => subject).values()].flatMap(subjectOf)
  for (const { kind, claims } of subjects) {
    const clash = kind.clash(claims)
    if (clash !== null) return clash
  }
  return findQuantityClash(subjects)
}

/** All claims about one subject. They have the same kind. */
type Subject = { kind: AnyFactKind; claims: Claims<Fact> }

function subjectOf(claims: readonly Claim[]): Subject[] {
  const [first] = claims
  if (first === undefined) return []
  const { holds = [], fails = [] } = Object.groupBy(claims, ({ must }) => must)
  const factsOf = (these: readonly Claim[]) => these.map(({ fact }) => fact)
  return [{ kind: kindOfFact(first.fact), claims: { holds: factsOf(holds), fails: factsOf(fails) } }]
}

/** The minimum and maximum quantities of the claims must be consistent, since every unit is part of the whole cart. */
function findQuantityClash(subjects: readonly Subject[]): string | null {
  const ranges = subjects.map(({ kind, claims }) => kind.units(claims))
  const least = Math.max(0, ...ranges.map((range) => range.least))
  const below = Math.min(...ranges.map((range) => range.below))
  return least < below ? null : `at least ${least} of some items and fewer than ${below} in all`
}
