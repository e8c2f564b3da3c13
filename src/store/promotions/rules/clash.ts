import { type Claim, itemsOf, type Way } from './ways.ts'

/** What claims ask for that no cart and no shopper has, to follow "asks for"; null when nothing is known to be wrong. */
export function clashOf(way: Way): string | null {
  const subjects = Map.groupBy(way, ({ about }) => about)
  for (const claims of subjects.values()) {
    const clash = clashAboutOne(claims)
    if (clash !== null) return clash
  }
  return clashWithWholeCart(subjects)
}

function clashAboutOne(claims: readonly Claim[]): string | null {
  const kind = claims[0]?.kind
  const { least, below } = rangeOf(claims)
  switch (kind) {
    case 'subtotal':
      return least < below ? null : `a subtotal of at least ${least} and below ${below}`
    case 'quantity':
      return least < below ? null : `at least ${least} and fewer than ${below} of the same items`
    case 'first_order':
      return new Set(claims.map(({ must }) => must)).size === 1 ? null : 'a first order that is not the first'
    case undefined:
      return null
    default:
      return leavesOne(claims) ? null : `${kind === 'account' ? 'an' : 'a'} ${kind} and leaves none`
  }
}

/** A subtotal is that of units, and each unit is one of the whole cart. */
function clashWithWholeCart(subjects: ReadonlyMap<string, readonly Claim[]>): string | null {
  const { below } = rangeOf(subjects.get(itemsOf({})) ?? [])
  const ranges = [...subjects.values()].map((claims) => ({ kind: claims[0]?.kind, ...rangeOf(claims) }))
  const least = Math.max(
    0,
    ...ranges.map((range) => (range.kind === 'subtotal' ? Math.min(1, range.least) : range.least)),
  )
  return least < below ? null : `at least ${least} of some items and fewer than ${below} in all`
}

function rangeOf(claims: readonly Claim[]): { least: number; below: number } {
  let [least, below] = [0, Number.POSITIVE_INFINITY]
  for (const claim of claims) {
    if (!('minimum' in claim)) continue
    if (claim.must === 'holds') least = Math.max(least, claim.minimum)
    else below = Math.min(below, claim.minimum)
  }
  return { least, below }
}

/** Whether the lists of names leave a name to have. A shopper can be in several segments, but has one of the others. */
function leavesOne(claims: readonly Claim[]): boolean {
  const wanted: Set<string>[] = []
  const refused = new Set<string>()
  for (const claim of claims) {
    if (!('one_of' in claim)) continue
    if (claim.must === 'holds') wanted.push(new Set(claim.one_of))
    else for (const name of claim.one_of) refused.add(name)
  }
  if (claims[0]?.kind === 'segment') return wanted.every((names) => [...names].some((name) => !refused.has(name)))
  const [first, ...others] = wanted
  if (first === undefined) return true
  return [...first].some((name) => !refused.has(name) && others.every((names) => names.has(name)))
}
