import { canonicalJson } from '../../../kernel/canonical-json.ts'
import type { Condition } from '../../../pricing/promotion.ts'
import { DIMENSIONS, type Selector } from '../../../pricing/selector.ts'

type Fact = Exclude<Condition, { kind: 'all' | 'any' | 'not' }>
type Truth = 'holds' | 'fails'

/** What a fact must be. Only claims `about` the same thing can contradict each other, but for units and the whole cart. */
export type Claim = Fact & { must: Truth; about: string }

/** Claims that are true together. */
export type Way = readonly Claim[]

/**
 * Every way in which a condition can hold; none when it never can. Claims are left out where all of them would make more
 * ways than the bound, so a condition with a way need not be possible, but one without is impossible.
 */
export function waysOf(condition: Condition, must: Truth = 'holds'): readonly Way[] {
  switch (condition.kind) {
    case 'not':
      return waysOf(condition.of, must === 'holds' ? 'fails' : 'holds')
    case 'all':
    case 'any': {
      const each = condition.of.map((inner) => waysOf(inner, must))
      return (condition.kind === 'all') === (must === 'holds') ? together(each) : either(each)
    }
    default:
      return waysOfFact(condition, must)
  }
}

/** So many claims in all the ways together are looked through in milliseconds. */
const MOST_CLAIMS = 5000

const ALWAYS: readonly Way[] = [[]]
const NEVER: readonly Way[] = []

// The shortest first, so that what is left out is what says least.
function together(each: readonly (readonly Way[])[]): readonly Way[] {
  let ways = ALWAYS
  for (const more of each.toSorted((one, other) => one.length - other.length)) {
    const claims = more.length * claimsIn(ways) + ways.length * claimsIn(more)
    if (more.length > 1 && claims > MOST_CLAIMS) continue
    ways = ways.flatMap((one) => more.map((other) => [...one, ...other]))
  }
  return ways
}

function either(each: readonly (readonly Way[])[]): readonly Way[] {
  const ways = each.flat()
  return claimsIn(ways) > MOST_CLAIMS || ways.some(({ length }) => length === 0) ? ALWAYS : ways
}

function claimsIn(ways: readonly Way[]): number {
  return ways.reduce((count, way) => count + way.length, 0)
}

function waysOfFact(fact: Fact, must: Truth): readonly Way[] {
  if (fact.kind !== 'quantity') return [[{ ...fact, must, about: fact.kind }]]
  if (fact.minimum <= 0) return must === 'holds' ? ALWAYS : NEVER
  if (emptyLists(fact.of).length > 0) return must === 'holds' ? NEVER : ALWAYS
  return [[{ ...fact, must, about: itemsOf(fact.of) }]]
}

/** The lists of a selector that leave no item, since the `not_` list beside them has all of their names. */
export function emptyLists(selector: Selector) {
  return DIMENSIONS.filter((dimension) => {
    const refused = new Set(selector[`not_${dimension}`])
    return selector[dimension]?.every((name) => refused.has(name))
  })
}

/** The same text for selectors that say the same, in whatever order. */
export function itemsOf(selector: Selector): string {
  const lists = Object.entries(selector).map(([list, names]) => [list, [...new Set(names)].sort()])
  return canonicalJson(Object.fromEntries(lists))
}
