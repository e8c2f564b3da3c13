import { folded } from '../../../kernel/text/folded.ts'
import { amountsOf, facetLists } from '../../catalog/search/columns.ts'
import { NO_PRICE } from '../../catalog/search/rules/amounts.ts'
import { countIn, type Mask, markAll } from '../../catalog/search/rules/lists.ts'
import { type Matches, maskOf, maskSize } from '../../catalog/search/rules/matches.ts'
import type { FacetList } from '../../catalog/search/sql/facets.ts'
import { type Field, parseField } from './rules/fields.ts'
import { categoriesOf, type Scope, scaleOf } from './scope.ts'

export type FacetCount = {
  field_name: string
  counts: { value: string; highlighted: string; count: number }[]
  sampled: boolean
  stats: Record<string, number>
}

type Requested = {
  names: readonly string[]
  max: number
  /** Keeps the values of one field that contain a text. */
  searched: { field_name: string; text: string } | null
}

/** The facet of each field that has one, and the names of the others. Counts are of the matches. */
export async function countFacets(
  scope: Scope,
  matches: Matches,
  { names, max, searched }: Requested,
): Promise<{ counted: FacetCount[]; unknown: string[] }> {
  const found = { positions: matches.positions, mask: maskOf(matches.positions, maskSize(matches)) }
  const counted: FacetCount[] = []
  const unknown: string[] = []
  for (const name of names) {
    const facet = await facetOf(scope, found, parseField(name))
    if (facet === null) unknown.push(name)
    const { values = [], stats = {} } = facet ?? {}
    const text = searched?.field_name === name ? folded(searched.text) : ''
    const present = values.filter(({ value, count }) => count > 0 && folded(value).includes(text))
    const counts = present
      .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
      .slice(0, max)
      .map(({ value, count }) => ({ value, highlighted: value, count }))
    counted.push({ field_name: name, counts, sampled: false, stats: { total_values: present.length, ...stats } })
  }
  return { counted, unknown }
}

type Found = { positions: Uint32Array; mask: Mask }
type Facet = { values: { value: string; count: number }[]; stats?: Record<string, number> }

/** Null for a field without a facet. */
async function facetOf(scope: Scope, found: Found, field: Field | null): Promise<Facet | null> {
  switch (field?.kind) {
    case 'category': {
      const { levels } = await categoriesOf(scope)
      return nodeFacet(scope, found.mask, levels.get(field.level) ?? new Map())
    }
    case 'node': {
      const { nodes } = await categoriesOf(scope)
      const named = Map.groupBy(nodes.values(), (node) => node[field.member])
      return nodeFacet(scope, found.mask, new Map([...named].map(([value, same]) => [value, same.map(({ id }) => id)])))
    }
    case 'option':
      return optionFacet(await facetLists(scope.db, scope.ref), `option:${field.name}`, found.mask)
    case 'price':
      return priceFacet(scope, found.positions, field)
    default:
      return null
  }
}

/** Of values that stand for nodes. */
async function nodeFacet(
  { db, ref }: Scope,
  mask: Mask,
  values: ReadonlyMap<string, readonly string[]>,
): Promise<Facet> {
  const nodes = (await facetLists(db, ref)).filter(({ facet }) => facet === 'nodes')
  const byNode = Map.groupBy(nodes, ({ value }) => value)
  const counted = [...values].map(([value, ids]) => {
    const lists = ids.flatMap((id) => byNode.get(id) ?? []).map(({ products }) => products)
    const count = ids.length === 1 ? countEach(mask, lists) : countTogether(mask, lists)
    return { value, count }
  })
  return { values: counted }
}

/** The lists of one node have no product in common. */
function countEach(mask: Mask, lists: readonly Uint8Array[]): number {
  return lists.reduce((sum, list) => sum + countIn(mask, list), 0)
}

/** A product can be in several nodes. */
function countTogether(mask: Mask, lists: readonly Uint8Array[]): number {
  const marked = new Uint8Array(mask.length)
  for (const list of lists) markAll(marked, list, 1)
  let count = 0
  for (let at = 0; at < mask.length; at += 1) count += (marked[at] ?? 0) & (mask[at] ?? 0)
  return count
}

function optionFacet(lists: readonly FacetList[], facet: string, mask: Mask): Facet {
  const values = new Map<string, number>()
  for (const list of lists.filter((one) => one.facet === facet))
    values.set(list.value, (values.get(list.value) ?? 0) + countIn(mask, list.products))
  return { values: [...values].map(([value, count]) => ({ value, count })) }
}

/** Prices are so many that only their range is of use. Null for a currency that the store does not have. */
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
