import type { FastifyRequest } from 'fastify'
import { type TProperties, Type } from 'typebox'
import { asRequested } from '../../http/canonical-address.ts'
import { NotModified } from '../../http/envelope.ts'
import { addressOf, listSchema } from '../../http/lists/list-envelope.ts'
import { listQuerySchema } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import type { ListDefinition, ListRequest } from '../../kernel/lists/list.ts'
import { fileIncludes, publicFileIncludes } from '../catalog/products/files.ts'
import { latestRelease } from '../catalog/releases/changes.ts'
import { type Release, releases } from '../catalog/releases/release.ts'
import { CatalogHeaders, CurrencyHeaders } from '../catalog/shopper.ts'
import type { ReleaseRef } from '../catalog/sql/choose.ts'
import { type Includes, includedMember, includeParameter, readIncluded } from '../kit/includes.ts'
import { getOne } from '../kit/operations.ts'
import { listOf } from '../kit/resource.ts'
import { collectionOf, type RouteDeps, sendList } from '../kit/routes.ts'
import { operationName } from '../kit/schemas.ts'
import { categoriesFor, NO_CATEGORIES } from './categories.ts'
import { currentRoute } from './current.ts'
import { AS_STORED, type RowReader, readerWith } from './languages.ts'
import { multiSearchRoute } from './multi-search/routes.ts'
import { type Reading, readForSeller } from './reading.ts'
import { releasedProducts } from './released-product.ts'
import {
  type Context,
  presentReleased,
  type Released,
  type ReleasedRow,
  releasedChildren,
  releasedHierarchies,
  releasedNodes,
} from './released-resource.ts'
import { sendReading } from './send-reading.ts'
import { readForShopper } from './shopper-reading.ts'
import type { Depth, Within } from './sql/read.ts'

/** Read routes for the contents of a release, and the way to find the release. */
type RouteSet = {
  path: string
  access: 'seller' | 'shopper'
  /** Part of the operation ids: `Release` gives `ListReleaseProducts`. */
  operation: string
  /** The release in summaries, such as `a release`. */
  release: string
  tag: string
  parameters: TProperties
  headers: typeof CurrencyHeaders | typeof CatalogHeaders
  open(request: FastifyRequest, released: Released): Promise<Reading>
}

/** Read routes for the contents of releases: sellers name the release, catalog rules choose it for shoppers. */
export function routes(server: Server, deps: RouteDeps): void {
  for (const routeSet of [byId(deps), latest(deps), forShoppers(deps)]) {
    for (const view of VIEWS) listRoute(server, deps, routeSet, view)
    for (const released of [releasedHierarchies, releasedNodes, releasedProducts])
      getRoute(server, deps, routeSet, released)
  }
  currentRoute(server, deps)
  multiSearchRoute(server, deps)
}

const uuid = (what: string) => Type.String({ format: 'uuid', description: `Id of the ${what}.` })
const RELEASES = '/v2/catalogs/:catalog_id/releases'

function byId(deps: RouteDeps): RouteSet {
  return {
    path: `${RELEASES}/:catalog_release_id`,
    access: 'seller',
    operation: 'Release',
    release: 'a release',
    tag: releases.tag,
    parameters: { catalog_id: uuid('catalog'), catalog_release_id: uuid('release') },
    headers: CurrencyHeaders,
    async open(request) {
      const { catalog_release_id } = request.params as { catalog_release_id: string }
      const release = await getOne(deps, releases, collectionOf(releases, request), catalog_release_id.toLowerCase())
      return readForSeller(deps, request, refOf(release))
    },
  }
}

function latest(deps: RouteDeps): RouteSet {
  return {
    path: `${RELEASES}/latest`,
    access: 'seller',
    operation: 'LatestRelease',
    release: 'the latest published release',
    tag: releases.tag,
    parameters: { catalog_id: uuid('catalog') },
    headers: CurrencyHeaders,
    open: async (request) =>
      readForSeller(deps, request, refOf(await latestRelease(deps, collectionOf(releases, request)))),
  }
}

function refOf({ owner_id, id, catalog_id }: Release): ReleaseRef {
  return { owner_id, release_id: id, catalog_id }
}

function forShoppers(deps: RouteDeps): RouteSet {
  return {
    path: '/v2/catalog',
    access: 'shopper',
    operation: 'Catalog',
    release: 'the catalog that the shopper sees',
    tag: 'Catalog for shoppers',
    parameters: {},
    headers: CatalogHeaders,
    open: (request, released) => readForShopper(deps, request, released),
  }
}

/** A list of a resource, optionally within a hierarchy or node. `path` is relative to that. */
type View = {
  released: Released
  within: NonNullable<Within>['kind'] | null
  path: string
  list: ListDefinition
  depth: Depth
  /** Part of the operation id. */
  operation: string
  /** Title of the list in the summary. */
  title: string
}

const VIEWS: readonly View[] = [
  ...[releasedHierarchies, releasedNodes, releasedProducts].map((released) => allOf(released, null)),
  allOf(releasedNodes, 'hierarchy'),
  allOf(releasedProducts, 'hierarchy'),
  allOf(releasedProducts, 'node'),
  childrenOf('hierarchy'),
  childrenOf('node'),
  ...[childrenOf('node'), allOf(releasedProducts, 'node')].map(relatedTo),
  {
    ...allOf(releasedProducts, 'product'),
    ...{ path: 'relationships/children', depth: 'children', operation: 'ProductChildren', title: 'variants of' },
  },
  {
    ...allOf(releasedProducts, 'product'),
    // Always empty, since bundles are rejected.
    ...{ path: 'relationships/component_products', depth: 'components', list: listOf({ attributes: {} }) },
    ...{ operation: 'ProductComponents', title: 'components' },
  },
]

function allOf(released: Released, within: View['within']): View {
  const { plural, list } = released
  const operation = `${within === null ? '' : operationName(within)}${operationName(plural)}`
  return { released, within, path: plural, list, depth: 'all', operation, title: plural }
}

function childrenOf(within: 'hierarchy' | 'node'): View {
  const own = { path: 'children', list: releasedChildren, depth: 'children', title: 'nodes directly below' } as const
  return { ...allOf(releasedNodes, within), ...own, operation: `${operationName(within)}Children` }
}

/** Same list at the address that clients use for related resources. */
function relatedTo(view: View): View {
  return { ...view, path: `relationships/${view.path}`, operation: `Node${operationName(view.path)}Relationships` }
}

const BELOW = {
  hierarchy: '/hierarchies/:hierarchy_id',
  node: '/nodes/:node_id',
  product: '/products/:product_id',
} as const

function listRoute(server: Server, deps: RouteDeps, routeSet: RouteSet, view: View): void {
  const { released, within, list } = view
  const path = `${routeSet.path}${within === null ? '' : BELOW[within]}/${view.path}`
  const includes = includesOf(routeSet, view)
  const options = {
    config: { access: routeSet.access, area: 'catalog' as const, compressed: true },
    schema: listSchemaOf(routeSet, view),
  }
  server.get(path, options, async (request, reply) => {
    const reading = await routeSet.open(request, released)
    return sendReading(deps, request, reply, reading, () => {
      const reader = readerOf(routeSet, request)
      let context = NO_CONTEXT
      const read = async (page: ListRequest) => {
        const listed = await reading.list(released, withinOf(request, view), page)
        context = await contextOf(deps, reading, { released, rows: listed.rows, reader })
        return { ...listed, rows: listed.rows.map((row) => reader.localized(row, reading)) }
      }
      const present = presenter(deps, routeSet, released, request)
      const { query, url, originalUrl } = request
      const requested = { query, url: asRequested(url, originalUrl) }
      const include = (rows: readonly ReleasedRow[]) => readIncluded(deps, includes, query, rows)
      const show = (row: ReleasedRow) => present(row, context)
      const sent = { base_url: deps.base_url, pageLength: reading.page_length }
      return { reader, body: sendList(sent, requested, request.caller, { list, read, show, include }) }
    })
  })
}

function listSchemaOf(routeSet: RouteSet, view: View) {
  const { released, within, list, operation, title, depth } = view
  const includes = includesOf(routeSet, view)
  const { parameters, release } = routeSet
  const params = { ...parameters, ...(within !== null && { [`${within}_id`]: uuid(within) }) }
  const owner = within === null ? release : `a ${within} of ${release}`
  return {
    operationId: `List${routeSet.operation}${operation}`,
    summary: `List ${title} ${depth === 'children' ? '' : 'of '}${owner}`,
    tags: [routeSet.tag],
    ...(Object.keys(params).length > 0 && { params: Type.Object(params) }),
    headers: routeSet.headers,
    querystring: Type.Object({ ...listQuerySchema(list).properties, ...includeParameter(includes) }),
    response: {
      200: Type.Object({ ...listSchema(released.schema).properties, ...includedMember(includes) }),
      ...notModified(routeSet),
    },
  }
}

/** Only shoppers get an ETag. */
function notModified({ access }: RouteSet) {
  return access === 'shopper' ? { 304: NotModified } : {}
}

function getRoute(server: Server, deps: RouteDeps, routeSet: RouteSet, released: Released): void {
  const { type, plural, schema } = released
  const name = `${type}_id`
  const includes = includesOf(routeSet, { released })
  const options = {
    config: { access: routeSet.access, area: 'catalog' as const },
    schema: {
      operationId: `Get${routeSet.operation}${operationName(type)}`,
      summary: `Get a ${type} of ${routeSet.release}`,
      tags: [routeSet.tag],
      params: Type.Object({ ...routeSet.parameters, [name]: uuid(type) }),
      headers: routeSet.headers,
      ...(includes !== undefined && { querystring: Type.Object(includeParameter(includes)) }),
      response: { 200: Type.Object({ data: schema, ...includedMember(includes) }), ...notModified(routeSet) },
    },
  }
  server.get(`${routeSet.path}/${plural}/:${name}`, options, async (request, reply) => {
    const reading = await routeSet.open(request, released)
    return sendReading(deps, request, reply, reading, () => {
      const reader = readerOf(routeSet, request)
      const read = async () => {
        const row = await reading.get(released, parameterOf(request, name))
        const context = await contextOf(deps, reading, { released, rows: [row], reader })
        const localized = reader.localized(row, reading)
        const data = presenter(deps, routeSet, released, request)(localized, context)
        return { data, ...(await readIncluded(deps, includes, request.query, [localized])) }
      }
      return { reader, body: read() }
    })
  })
}

function readerOf({ access }: RouteSet, { headers }: FastifyRequest): RowReader {
  return access === 'shopper' ? readerWith(headers['accept-language']) : AS_STORED
}

function includesOf({ access }: RouteSet, { released }: Pick<View, 'released'>): Includes | undefined {
  if (released !== releasedProducts) return undefined
  return access === 'shopper' ? publicFileIncludes : fileIncludes
}

function withinOf(request: FastifyRequest, { within, depth }: View): Within {
  return within === null ? null : { kind: within, id: parameterOf(request, `${within}_id`), depth }
}

/** Presents rows with links below the requested path. */
function presenter(deps: RouteDeps, routeSet: RouteSet, released: Released, request: FastifyRequest) {
  const path = routeSet.path.replace(/:(\w+)/g, (_, name: string) => parameterOf(request, name))
  const address = addressOf(deps.base_url, asRequested(path, request.originalUrl))
  return (row: ReleasedRow, context: Context) => presentReleased(released, row, address, context)
}

const NO_CONTEXT: Context = {
  currency: null,
  format: null,
  catalog_id: '',
  now: 0,
  prices_include_tax: false,
  files: new Set(),
  categories: NO_CATEGORIES,
}

/** Only products have prices and files. */
async function contextOf(
  { db }: RouteDeps,
  reading: Reading,
  { released, rows, reader }: { released: Released; rows: readonly ReleasedRow[]; reader: RowReader },
): Promise<Context> {
  if (released === releasedProducts) return reading.context(rows)
  const categories = await categoriesFor(db, reading.ref, rows)
  return { ...NO_CONTEXT, categories, nameOf: (category) => reader.nameOf(category, reading) }
}

function parameterOf({ params }: FastifyRequest, name: string): string {
  return String((params as Record<string, string>)[name]).toLowerCase()
}
