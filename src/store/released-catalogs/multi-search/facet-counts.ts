import { LoopBudget } from '../../../kernel/flow/loop-budget.ts'
import { folded } from '../../../kernel/text/folded.ts'
import { amountsOf, facetLists } from '../../catalog/search/columns.ts'
import { NO_PRICE } from '../../catalog/search/rules/amounts.ts'
import { countOnce, type Mask } from '../../catalog/search/rules/lists.ts'
import { type Matches, maskOf, maskSize } from '../../catalog/search/rules/matches.ts'
import type { FacetList } from '../../catalog/search/sql/facets.ts'
import { categoriesOf } from '../categories.ts'
import { type Field, parseField } from './rules/fields.ts'
import { type Scope, scaleOf } from './scope.ts'

export type FacetCount = {
  field_name: string
  counts: { value: string; highlighted: string; count: number }[]
  sampled: boolean
  stats: Record<string, number>
}

type Requested = {
  names: readonly string[]
  max: number
  /** Limits the values of one field to those that contain a text. */
  searched: { field_name: string; text: string } | null
}

/** Counts the matches per value of each requested facet. `unknown` are the names of fields without a facet. */
export async function countFacets(
  scope: Scope,
  matches: Matches,
  { names, max, searched }: Requested,
): Promise<{ counted: FacetCount[]; unknown: string[] }> {
  const budget = new LoopBudget()
  const found = { positions: matches.positions, mask: maskOf(matches.positions, maskSize(matches)), budget }
  const counted: FacetCount[] = []
  const unknown: string[] = []
  // A field has several names.
  const facets = new Map<string, Facet | null>()
  for (const name of names) {
    const field = parseField(name)
    const key = JSON.stringify(field)
    const facet = facets.get(key) ?? (await facetOf(scope, found, field))
    facets.set(key, facet)
    if (facet === null) unknown.push(name)
    const { values = [], stats = {} } = facet ?? {}
    const present = searched?.field_name === name ? await withText(values, folded(searched.text), budget) : values
    const leading = await mostFrequent(present, max, budget)
    const counts = leading.map(({ value, count }) => ({ value, highlighted: value, count }))
    counted.push({ field_name: name, counts, sampled: false, stats: { total_values: present.length, ...stats } })
  }
  return { counted, unknown }
}

/** The loop checks `budget` between values: a facet has as many as a release has nodes, or an option values. */
type Found = { positions: Uint32Array; mask: Mask; budget: LoopBudget }
type Counted = { value: string; count: number }
/** Values that matches have, in any order. */
type Facet = { values: readonly Counted[]; stats?: Record<string, number> }

async function withText(values: readonly Counted[], text: string, budget: LoopBudget): Promise<Counted[]> {
  const matching: Counted[] = []
  for (const one of values) {
    if (budget.isSpent()) await budget.renew()
    if (folded(one.value).includes(text)) matching.push(one)
  }
  return matching
}

/** Values sorted at a time, more than a search returns. */
const SORTED_AT_ONCE = 1_000

async function mostFrequent(values: readonly Counted[], max: number, budget: LoopBudget): Promise<Counted[]> {
  let leading: Counted[] = []
  for (let from = 0; from < values.length; from += SORTED_AT_ONCE) {
    if (budget.isSpent()) await budget.renew()
    leading = [...leading, ...values.slice(from, from + SORTED_AT_ONCE)].sort(byFrequency).slice(0, max)
  }
  return leading
}

function byFrequency(one: Counted, other: Counted): number {
  return other.count - one.count || (one.value < other.value ? -1 : 1)
}

/** Returns null for a field without a facet. */
async function facetOf(scope: Scope, found: Found, field: Field | null): Promise<Facet | null> {
  switch (field?.kind) {
    case 'category': {
      const { levels } = await categoriesOf(scope.db, scope.ref)
      return nodeFacet(scope, found, levels.get(field.level) ?? new Map())
    }
    case 'node': {
      const { nodes } = await categoriesOf(scope.db, scope.ref)
      const named = Map.groupBy(nodes.values(), (node) => node[field.member])
      return nodeFacet(scope, found, new Map([...named].map(([value, same]) => [value, same.map(({ id }) => id)])))
    }
    case 'option':
      return countedFacet(await listsByValue(scope, `option:${field.name}`), found)
    case 'price':
      return priceFacet(scope, found.positions, field)
    default:
      return null
  }
}

async function nodeFacet(scope: Scope, found: Found, values: ReadonlyMap<string, readonly string[]>): Promise<Facet> {
  const byNode = await listsByValue(scope, 'nodes')
  const lists = [...values].map(([value, ids]) => [value, ids.flatMap((id) => byNode.get(id) ?? [])] as const)
  return countedFacet(lists, found)
}

async function listsByValue({ db, ref }: Scope, facet: string): Promise<Map<string, FacetList[]>> {
  const lists = (await facetLists(db, ref)).filter((list) => list.facet === facet)
  return Map.groupBy(lists, ({ value }) => value)
}

async function countedFacet(
  lists: Iterable<readonly [value: string, lists: readonly FacetList[]]>,
  { mask, budget }: Found,
): Promise<Facet> {
  const values: Counted[] = []
  const seen = new Uint32Array(mask.length)
  let generation = 0
  for (const [value, same] of lists) {
    if (budget.isSpent()) await budget.renew()
    generation += 1
    const count = countOnce(mask, same, { seen, generation })
    if (count > 0) values.push({ value, count })
  }
  return { values }
}

/** Range of a price; it has too many values to count. Null for a currency that the store does not have. */
async function priceFacet(
  scope: Scope,
  positions: Uint32Array,
  field: Extract<Field, { kind: 'price' }>,
): Promise<Facet | null> {
  const { db, ref, now, currencies } = scope
  if (!currencies.some(({ currency }) => currency === field.currency)) return null
  const { amounts } = await amountsOf(db, ref, field.currency, now)
  let [count, sum, min, max] = [0, 0, Number.POSITIVE_INFINITY, 0]
  for (const position of positions) {
    const amount = amounts[position] ?? NO_PRICE
    if (amount === NO_PRICE) continue
    count += 1
    sum += amount
    min = Math.min(min, amount)
    max = Math.max(max, amount)
  }
  if (count === 0) return { values: [] }
  const scale = scaleOf(scope, field)
  const stats = { min: min / scale, max: max / scale, sum: sum / scale, avg: sum / count / scale, total_values: count }
  return { values: [], stats }
}
