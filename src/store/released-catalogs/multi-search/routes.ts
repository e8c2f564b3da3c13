import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { asRequested } from '../../../http/canonical-address.ts'
import { addressOf } from '../../../http/lists/list-envelope.ts'
import type { Server } from '../../../http/server.ts'
import { noteIgnored } from '../../../http/validation/ignored-members.ts'
import { nextIteration } from '../../../kernel/flow/next-iteration.ts'
import { pointerStep } from '../../../kernel/json/json-pointer.ts'
import { publicFileIncludes } from '../../catalog/products/files.ts'
import { CatalogHeaders } from '../../catalog/shopper.ts'
import { includedMember, includeParameter, readIncluded } from '../../kit/includes.ts'
import type { RouteDeps } from '../../kit/routes.ts'
import { categoriesOf } from '../categories.ts'
import { type RowReader, readerWith } from '../languages.ts'
import { releasedProducts } from '../released-product.ts'
import { presentReleased, type ReleasedRow } from '../released-resource.ts'
import { type Categories, pathsByLevel } from '../rules/categories.ts'
import { readForShopper, type ShopperReading } from '../shopper-reading.ts'
import { MultiSearch, type Plan, planSearches } from './request.ts'
import { SearchResults } from './result.ts'
import type { Scope } from './scope.ts'
import { type Result, search } from './search.ts'

/** Route for several searches at once, in the format of search engines. */
export function multiSearchRoute(server: Server, deps: RouteDeps): void {
  const config = { access: 'shopper', permission: 'catalog:read' } as const
  server.post('/v2/catalog/multi-search', { config, schema }, async (request, reply) => {
    const reading = await readForShopper(deps, request, releasedProducts)
    const { ref, shop } = reading
    const currencies = shop.currencies.map(({ currency }) => currency)
    const plans = planSearches(request.body, { currencies, page_length: await reading.page_length() })
    const scope: Scope = { db: deps.db, ref, ...shop }
    const show = presenter(deps, request, reading, await categoriesOf(deps.db, ref))
    const results: ReturnType<typeof presentResult>[] = []
    const rows: ReleasedRow[] = []
    for (const [index, plan] of plans.entries()) {
      await nextIteration()
      const began = deps.clock()
      const result = await search(scope, plan)
      for (const name of result.unknown_facets)
        noteIgnored(request.body, `/searches/${index}/facet_by${pointerStep(name)}`)
      const hits =
        plan.type === 'search' ? await show.products(result.rows) : suggest(result.rows, show.reader, reading)
      rows.push(...(plan.type === 'search' ? result.rows : []))
      results.push(presentResult(plan, result, { hits, took_ms: deps.clock() - began }))
    }
    reply.headers(show.reader.headers())
    return { results, ...(await readIncluded(deps, publicFileIncludes, request.query, rows)) }
  })
}

function presentResult(
  { type, q, page, per_page }: Plan,
  { found, out_of, facet_counts }: Result,
  { hits, took_ms }: { hits: Record<string, unknown>[]; took_ms: number },
) {
  const shown = hits.map((document) => ({ document, highlight: {}, highlights: [] }))
  const request_params = { q, page, per_page }
  const rest = { request_params, search_cutoff: false, search_time_ms: Math.max(0, Math.round(took_ms)) }
  return { type, found, out_of, page, hits: shown, facet_counts, ...rest }
}

function suggest(rows: readonly ReleasedRow[], reader: RowReader, reading: ShopperReading) {
  const names = rows.map((row) => ({ id: row.id, q: String(reader.localized(row, reading).name) }))
  return [...new Map(names.map((one) => [one.q, one])).values()]
}

/** Presents products as the shopper's catalog does, with links below the requested path. */
function presenter(deps: RouteDeps, request: FastifyRequest, reading: ShopperReading, { nodes }: Categories) {
  const address = addressOf(deps.base_url, asRequested('/v2/catalog', request.originalUrl))
  const reader = readerWith(request.headers['accept-language'])
  const products = async (rows: readonly ReleasedRow[]) => {
    const context = await reading.context(rows)
    return rows.map((row) => {
      const product = presentReleased(releasedProducts, reader.localized(row, reading), address, context)
      const within = (row.category_ids as string[]).flatMap((id) => nodes.get(id) ?? [])
      const named = within.map(({ id, name, slug }) => ({ id, name, slug }))
      return { ...product, meta: { ...product.meta, search: { nodes: named, categories: pathsByLevel(within) } } }
    })
  }
  return { reader, products }
}

const schema = {
  operationId: 'SearchCatalog',
  summary: 'Search the catalog that the shopper sees',
  description:
    'Several searches at once, as components for search pages send them. Also at `/catalog/multi-search`. ' +
    'Prices are those before promotions. A field without a facet is named in `meta.ignored`; an unknown field of `filter_by` ' +
    'or `sort_by` is rejected.',
  tags: ['Catalog for shoppers'],
  headers: Type.Omit(CatalogHeaders, ['if-none-match']),
  querystring: Type.Object(includeParameter(publicFileIncludes)),
  body: MultiSearch,
  response: { 200: Type.Object({ results: SearchResults, ...includedMember(publicFileIncludes) }) },
}
