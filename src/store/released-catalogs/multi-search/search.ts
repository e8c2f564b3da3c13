import { productCount } from '../../catalog/search/columns.ts'
import { findMatches } from '../../catalog/search/find-matches.ts'
import { type Matches, maskSize, narrow } from '../../catalog/search/rules/matches.ts'
import { pageOfMatches } from '../../catalog/search/search.ts'
import { releasedProducts as readProducts } from '../../catalog/sql/product-rows.ts'
import type { ReleasedRow } from '../released-resource.ts'
import { countFacets, type FacetCount } from './facet-counts.ts'
import { expressionMask } from './masks.ts'
import type { Plan } from './request.ts'
import { parseField } from './rules/fields.ts'
import { comparisonsIn } from './rules/filter-by.ts'
import type { Scope } from './scope.ts'

export type Result = {
  found: number
  out_of: number
  rows: ReleasedRow[]
  facet_counts: FacetCount[]
  /** Names of fields without a facet. */
  unknown_facets: string[]
}

/** Runs one search. Once the release's data is cached, sends no statement unless it filters by id or SKU. */
export async function search(scope: Scope, plan: Plan): Promise<Result> {
  const { db, ref } = scope
  const found = await findMatches(db, ref, plan.keywords)
  const { expression } = plan
  const size = maskSize(found.matches)
  const masks = expression === null ? [] : [await expressionMask(scope, expression, size)]
  const matches = narrow(found.matches, masks)
  const ids = await pageIds(scope, plan, { ...found, matches })
  const products = await readProducts(db, ref, ids)
  const { counted, unknown } = await countFacets(scope, matches, plan.facets)
  return {
    found: matches.positions.length,
    out_of: await productCount(db, ref),
    rows: ids.flatMap((id) => products.get(id) ?? []),
    facet_counts: counted,
    unknown_facets: unknown,
  }
}

function pageIds(
  { db, ref, store_id, now, currency }: Scope,
  { keywords, order, page, per_page, filter_by, expression }: Plan,
  found: { matches: Matches; tsquery: string | null },
): Promise<string[]> {
  const shop = { store_id, now, currency: order.currency ?? currency }
  // Prices change while the release does not.
  const isTimed =
    expression !== null && comparisonsIn(expression).some(({ field }) => parseField(field)?.kind === 'price')
  const range = { offset: (page - 1) * per_page, limit: per_page }
  const narrowed_by = isTimed ? null : `filter_by ${filter_by}`
  return pageOfMatches(db, ref, { keywords, sorting: order.sorting, shop, ...range, narrowed_by }, found)
}
