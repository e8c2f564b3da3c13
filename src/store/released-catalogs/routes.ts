import type { FastifyRequest } from 'fastify'
import { type TProperties, Type } from 'typebox'
import type { Database } from '../../db/database.ts'
import { inStore } from '../../http/caller.ts'
import { Data } from '../../http/envelope.ts'
import { addressOf, listSchema } from '../../http/list-envelope.ts'
import { listQuerySchema } from '../../http/lists.ts'
import type { Server } from '../../http/server.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import { latestRelease } from '../catalog/releases/changes.ts'
import { releases } from '../catalog/releases/release.ts'
import { CurrencyHeaders, currencyFor, releaseForShopper, ShopperHeaders, shopperOf } from '../catalog/shopper.ts'
import type { ReleaseRef } from '../catalog/sql/choose.ts'
import { getOne } from '../kit/operations.ts'
import { collectionOf, type RouteDeps, sendList } from '../kit/routes.ts'
import { operationName } from '../kit/schemas.ts'
import { itemPricer } from '../promotions/item-prices.ts'
import { readSettings } from '../settings/read.ts'
import {
  type Context,
  presentReleased,
  type Released,
  releasedHierarchies,
  releasedNodes,
  releasedProducts,
} from './released-resource.ts'
import { getReleased, listReleased, type Within } from './sql/read.ts'

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
  headers: typeof CurrencyHeaders | typeof ShopperHeaders
  findRelease(request: FastifyRequest): Promise<ReleaseRef>
}

/** Read routes for the contents of releases: for sellers by release, for shoppers of the release that catalog rules choose. */
export function routes(server: Server, deps: RouteDeps): void {
  for (const routeSet of [byId(deps), latest(deps), forShoppers(deps)]) {
    for (const view of VIEWS) listRoute(server, deps, routeSet, view)
    for (const released of [releasedHierarchies, releasedNodes, releasedProducts])
      getRoute(server, deps, routeSet, released)
  }
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
    headers: ShopperHeaders,
    findRelease: (request) => releaseForShopper(deps, request.caller, request.headers),
  }
}

/** A list of a resource, optionally limited to a hierarchy or node. */
type View = { released: Released; within: 'hierarchy' | 'node' | null }

const VIEWS: readonly View[] = [
  { released: releasedHierarchies, within: null },
  { released: releasedNodes, within: null },
  { released: releasedProducts, within: null },
  { released: releasedNodes, within: 'hierarchy' },
  { released: releasedProducts, within: 'hierarchy' },
  { released: releasedProducts, within: 'node' },
]

const BELOW = { hierarchy: '/hierarchies/:hierarchy_id', node: '/nodes/:node_id' } as const

function listRoute(server: Server, deps: RouteDeps, routeSet: RouteSet, { released, within }: View): void {
  const { list, schema, plural } = released
  const { parameters, release } = routeSet
  const params = { ...parameters, ...(within !== null && { [`${within}_id`]: uuid(within) }) }
  const options = {
    config: { access: routeSet.access },
    schema: {
      operationId: `List${routeSet.operation}${within === null ? '' : operationName(within)}${operationName(plural)}`,
      summary: `List ${plural} of ${within === null ? release : `a ${within} of ${release}`}`,
      tags: [routeSet.tag],
      ...(Object.keys(params).length > 0 && { params: Type.Object(params) }),
      headers: routeSet.headers,
      querystring: listQuerySchema(list),
      response: { 200: listSchema(schema) },
    },
  }
  server.get(`${routeSet.path}${within === null ? '' : BELOW[within]}/${plural}`, options, async (request) => {
    const read = async (page: ListRequest) =>
      listReleased(deps.db, released, await routeSet.findRelease(request), {
        within: withinOf(request, within),
        shown_in: routeSet.access === 'shopper' ? request.caller.store_id : null,
        request: page,
      })
    const show = await presenter(deps, routeSet, released, request)
    return sendList(deps, request, request.caller, { list, read, show })
  })
}

function getRoute(server: Server, deps: RouteDeps, routeSet: RouteSet, released: Released): void {
  const { type, plural, schema } = released
  const name = `${type}_id`
  const options = {
    config: { access: routeSet.access },
    schema: {
      operationId: `Get${routeSet.operation}${operationName(type)}`,
      summary: `Get a ${type} of ${routeSet.release}`,
      tags: [routeSet.tag],
      params: Type.Object({ ...routeSet.parameters, [name]: uuid(type) }),
      headers: routeSet.headers,
      response: { 200: Data(schema) },
    },
  }
  server.get(`${routeSet.path}/${plural}/:${name}`, options, async (request) => {
    const ref = await routeSet.findRelease(request)
    const row = await getReleased(deps.db, released, ref, parameterOf(request, name))
    const show = await presenter(deps, routeSet, released, request)
    return { data: show(row) }
  })
}

function withinOf(request: FastifyRequest, within: View['within']): Within {
  return within === null ? null : { kind: within, id: parameterOf(request, `${within}_id`) }
}

/** Presents rows with links below the requested path and prices in the requested currency. */
async function presenter(deps: RouteDeps, routeSet: RouteSet, released: Released, request: FastifyRequest) {
  const path = routeSet.path.replace(/:(\w+)/g, (_, name: string) => parameterOf(request, name))
  const address = addressOf(deps.base_url, path)
  const context =
    released === releasedProducts
      ? await pricingContext(deps, routeSet, request)
      : { currency: null, now: 0, prices_include_tax: false }
  return (row: Parameters<typeof presentReleased>[1]) => presentReleased(released, row, address, context)
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
