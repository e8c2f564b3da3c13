import type { FastifyRequest } from 'fastify'
import { type TProperties, Type } from 'typebox'
import type { Database } from '../../db/database.ts'
import { inStore } from '../../http/caller.ts'
import { asRequested } from '../../http/canonical-address.ts'
import { addressOf, listSchema } from '../../http/list-envelope.ts'
import { listQuerySchema } from '../../http/lists.ts'
import type { Server } from '../../http/server.ts'
import type { ListDefinition, ListRequest } from '../../kernel/lists/list.ts'
import { fileIncludes, publicFileIncludes } from '../catalog/products/files.ts'
import { latestRelease } from '../catalog/releases/changes.ts'
import { releases } from '../catalog/releases/release.ts'
import { CatalogHeaders, CurrencyHeaders, currencyFor, releaseForShopper, shopperOf } from '../catalog/shopper.ts'
import type { ReleaseRef } from '../catalog/sql/choose.ts'
import { type Includes, includedMember, includeParameter, readIncluded } from '../kit/includes.ts'
import { getOne } from '../kit/operations.ts'
import { collectionOf, type RouteDeps, sendList } from '../kit/routes.ts'
import { operationName } from '../kit/schemas.ts'
import { itemPricer } from '../promotions/item-prices.ts'
import { readSettings } from '../settings/read.ts'
import { currentRoute } from './current.ts'
import { AS_STORED, type RowReader, readerWith } from './languages.ts'
import {
  type Context,
  presentReleased,
  type Released,
  type ReleasedRow,
  releasedChildren,
  releasedHierarchies,
  releasedNodes,
  releasedProducts,
} from './released-resource.ts'
import { type Depth, getReleased, listReleased, type Within } from './sql/read.ts'

/** A set of read routes for the contents of a release, and how it finds that release. */
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
  /** For shoppers with the language (BCP 47) of its texts as they are. */
  findRelease(request: FastifyRequest): Promise<ReleaseRef & { language?: string }>
}

/** Read routes for the contents of releases: for sellers by release, for shoppers of the release that catalog rules choose. */
export function routes(server: Server, deps: RouteDeps): void {
  for (const routeSet of [byId(deps), latest(deps), forShoppers(deps)]) {
    for (const view of VIEWS) listRoute(server, deps, routeSet, view)
    for (const released of [releasedHierarchies, releasedNodes, releasedProducts])
      getRoute(server, deps, routeSet, released)
  }
  currentRoute(server, deps)
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
    async findRelease(request) {
      const { catalog_release_id } = request.params as { catalog_release_id: string }
      const release = await getOne(deps, releases, collectionOf(releases, request), catalog_release_id.toLowerCase())
      return { owner_id: release.owner_id, release_id: release.id, catalog_id: release.catalog_id }
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
    async findRelease(request) {
      const release = await latestRelease(deps, collectionOf(releases, request))
      return { owner_id: release.owner_id, release_id: release.id, catalog_id: release.catalog_id }
    },
  }
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
    findRelease: (request) => releaseForShopper(deps, request.caller, request.headers),
  }
}

/** A list of a resource, optionally limited to a hierarchy or node. `path` is below that. */
type View = {
  released: Released
  within: 'hierarchy' | 'node' | null
  path: string
  list: ListDefinition
  depth: Depth
  /** Part of the operation id. */
  operation: string
  /** What is listed, in the summary. */
  title: string
  /** Whether it lists whole resources or their ids. */
  shows: 'resources' | 'identifiers'
}

const VIEWS: readonly View[] = [
  ...[releasedHierarchies, releasedNodes, releasedProducts].map((released) => allOf(released, null)),
  allOf(releasedNodes, 'hierarchy'),
  allOf(releasedProducts, 'hierarchy'),
  allOf(releasedProducts, 'node'),
  childrenOf('hierarchy'),
  childrenOf('node'),
  identifiersOf(childrenOf('node'), 'children'),
  identifiersOf(allOf(releasedProducts, 'node'), 'products'),
]

function allOf(released: Released, within: View['within']): View {
  const { plural, list } = released
  const operation = `${within === null ? '' : operationName(within)}${operationName(plural)}`
  return { released, within, path: plural, list, depth: 'all', operation, title: plural, shows: 'resources' }
}

function childrenOf(within: 'hierarchy' | 'node'): View {
  const own = { path: 'children', list: releasedChildren, depth: 'children', title: 'nodes directly below' } as const
  return { ...allOf(releasedNodes, within), ...own, operation: `${operationName(within)}Children` }
}

function identifiersOf(view: View, name: string): View {
  const title = `the ids of ${name === 'products' ? name : view.title}`
  const operation = `Node${operationName(name)}Relationships`
  return { ...view, path: `relationships/${name}`, operation, title, shows: 'identifiers' }
}

const BELOW = { hierarchy: '/hierarchies/:hierarchy_id', node: '/nodes/:node_id' } as const

function listRoute(server: Server, deps: RouteDeps, routeSet: RouteSet, view: View): void {
  const { released, within, list } = view
  const path = `${routeSet.path}${within === null ? '' : BELOW[within]}/${view.path}`
  const includes = includesOf(routeSet, view)
  const options = {
    config: { access: routeSet.access, area: 'catalog' as const, compressed: true },
    schema: listSchemaOf(routeSet, view),
  }
  server.get(path, options, async (request, reply) => {
    const reader = readerOf(routeSet, view, request)
    const read = async (page: ListRequest) => {
      const release = await routeSet.findRelease(request)
      const listed = await listReleased(deps.db, released, release, {
        within: withinOf(request, view),
        shown_in: routeSet.access === 'shopper' ? request.caller.store_id : null,
        request: page,
      })
      return { ...listed, rows: listed.rows.map((row) => reader.localized(row, release)) }
    }
    const show = await presenter(deps, routeSet, view, request)
    const { query, url, originalUrl } = request
    const requested = { query, url: asRequested(url, originalUrl) }
    const include = (rows: readonly ReleasedRow[]) => readIncluded(deps, includes, query, rows)
    const body = await sendList(deps, requested, request.caller, { list, read, show, include })
    reply.headers(reader.headers())
    return body
  })
}

function listSchemaOf(routeSet: RouteSet, view: View) {
  const { released, within, list, operation, title, depth, shows } = view
  const includes = includesOf(routeSet, view)
  const shown = shows === 'resources' ? released.schema : identifierSchema(released)
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
    response: { 200: Type.Object({ ...listSchema(shown).properties, ...includedMember(includes) }) },
  }
}

function identifierSchema({ type }: Released) {
  return Type.Object({ type: Type.Literal(type), id: Type.String({ format: 'uuid' }) })
}

function getRoute(server: Server, deps: RouteDeps, routeSet: RouteSet, released: Released): void {
  const { type, plural, schema } = released
  const name = `${type}_id`
  const includes = includesOf(routeSet, allOf(released, null))
  const options = {
    config: { access: routeSet.access, area: 'catalog' as const },
    schema: {
      operationId: `Get${routeSet.operation}${operationName(type)}`,
      summary: `Get a ${type} of ${routeSet.release}`,
      tags: [routeSet.tag],
      params: Type.Object({ ...routeSet.parameters, [name]: uuid(type) }),
      headers: routeSet.headers,
      ...(includes !== undefined && { querystring: Type.Object(includeParameter(includes)) }),
      response: { 200: Type.Object({ data: schema, ...includedMember(includes) }) },
    },
  }
  server.get(`${routeSet.path}/${plural}/:${name}`, options, async (request, reply) => {
    const view = allOf(released, null)
    const reader = readerOf(routeSet, view, request)
    const release = await routeSet.findRelease(request)
    const row = reader.localized(await getReleased(deps.db, released, release, parameterOf(request, name)), release)
    const show = await presenter(deps, routeSet, view, request)
    reply.headers(reader.headers())
    return { data: show(row), ...(await readIncluded(deps, includes, request.query, [row])) }
  })
}

function readerOf({ access }: RouteSet, { shows }: View, { headers }: FastifyRequest): RowReader {
  return access === 'shopper' && shows === 'resources' ? readerWith(headers['accept-language']) : AS_STORED
}

function includesOf({ access }: RouteSet, { released, shows }: View): Includes | undefined {
  if (released !== releasedProducts || shows !== 'resources') return undefined
  return access === 'shopper' ? publicFileIncludes : fileIncludes
}

function withinOf(request: FastifyRequest, { within, depth }: View): Within {
  return within === null ? null : { kind: within, id: parameterOf(request, `${within}_id`), depth }
}

/** Presents rows with links below the requested path and prices in the requested currency, or ids alone. */
async function presenter(deps: RouteDeps, routeSet: RouteSet, { released, shows }: View, request: FastifyRequest) {
  if (shows === 'identifiers') return ({ id }: ReleasedRow) => ({ type: released.type, id })
  const path = routeSet.path.replace(/:(\w+)/g, (_, name: string) => parameterOf(request, name))
  const address = addressOf(deps.base_url, asRequested(path, request.originalUrl))
  const context =
    released === releasedProducts
      ? await pricingContext(deps, routeSet, request)
      : { currency: null, now: 0, prices_include_tax: false }
  return (row: ReleasedRow) => presentReleased(released, row, address, context)
}

/** Sellers see published prices, shoppers see prices after promotions. */
async function pricingContext(
  deps: RouteDeps,
  { access }: RouteSet,
  { caller, headers }: FastifyRequest,
): Promise<Context> {
  const now = deps.clock()
  const currency = await currencyFor(deps, caller, headers)
  if (access === 'seller' || currency === null) {
    const prices_include_tax = await includesTax(deps.db, caller.store_id)
    return { currency, now, prices_include_tax }
  }
  const shopper = shopperOf(caller, headers)
  const priceRequest = { shopper, currency, now }
  const { price, prices_include_tax } = await itemPricer(deps.db, inStore(caller).store_id, priceRequest)
  return { currency, now, prices_include_tax, price }
}

/** Organizations have no settings, so their prices are shown without tax unless they say otherwise. */
async function includesTax(db: Database, store_id: string | null): Promise<boolean> {
  return store_id !== null && (await readSettings(db, store_id)).prices_include_tax
}

function parameterOf({ params }: FastifyRequest, name: string): string {
  return String((params as Record<string, string>)[name]).toLowerCase()
}
