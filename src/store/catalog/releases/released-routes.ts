import type { FastifyRequest } from 'fastify'
import { type TProperties, Type } from 'typebox'
import type { Database } from '../../../db/tables.ts'
import { inStore } from '../../../http/caller.ts'
import { Data } from '../../../http/envelope.ts'
import { addressOf, listSchema } from '../../../http/list-envelope.ts'
import { listQuerySchema } from '../../../http/lists.ts'
import type { Server } from '../../../http/server.ts'
import type { ListRequest } from '../../../kernel/list.ts'
import { operationName } from '../../kit/resource.ts'
import { answerList, placeOf, type RouteDeps } from '../../kit/routes.ts'
import { getOne } from '../../kit/verbs.ts'
import { itemPricer } from '../../promotions/item-prices.ts'
import { readSettings } from '../../settings/read.ts'
import type { ReleaseRef } from '../choose.ts'
import { CurrencyHeaders, currencyFor, releaseForShopper, ShopperHeaders, shopperOf } from '../shopper.ts'
import { latestRelease } from './changes.ts'
import { getReleased, listReleased, type Within } from './read-released.ts'
import { releases } from './release.ts'
import {
  type Context,
  presentReleased,
  type Released,
  releasedHierarchies,
  releasedNodes,
  releasedProducts,
} from './released.ts'

/** A door to what releases hold: which release an address means, and how the documentation calls it. */
type Door = {
  path: string
  access: 'seller' | 'shopper'
  /** In the names of operations: `ListReleaseProducts`. */
  word: string
  /** In sentences. */
  of: string
  tag: string
  parameters: TProperties
  headers: typeof CurrencyHeaders | typeof ShopperHeaders
  find(request: FastifyRequest): Promise<ReleaseRef>
}

/** What releases hold, for sellers by the release, for shoppers from the one that catalog rules choose. */
export function routes(server: Server, deps: RouteDeps): void {
  for (const door of [byId(deps), latest(deps), forShoppers(deps)]) {
    for (const view of VIEWS) listRoute(server, deps, door, view)
    for (const released of [releasedHierarchies, releasedNodes, releasedProducts])
      getRoute(server, deps, door, released)
  }
}

const uuid = (what: string) => Type.String({ format: 'uuid', description: `Id of the ${what}.` })
const RELEASES = '/v2/catalogs/:catalog_id/releases'

function byId(deps: RouteDeps): Door {
  return {
    path: `${RELEASES}/:catalog_release_id`,
    access: 'seller',
    word: 'Release',
    of: 'a release',
    tag: releases.tag,
    parameters: { catalog_id: uuid('catalog'), catalog_release_id: uuid('release') },
    headers: CurrencyHeaders,
    async find(request) {
      const { catalog_release_id } = request.params as { catalog_release_id: string }
      const release = await getOne(deps, releases, placeOf(releases, request), catalog_release_id.toLowerCase())
      return { owner_id: release.owner_id, release_id: release.id, catalog_id: release.catalog_id }
    },
  }
}

function latest(deps: RouteDeps): Door {
  return {
    path: `${RELEASES}/latest`,
    access: 'seller',
    word: 'LatestRelease',
    of: 'the latest published release',
    tag: releases.tag,
    parameters: { catalog_id: uuid('catalog') },
    headers: CurrencyHeaders,
    async find(request) {
      const release = await latestRelease(deps, placeOf(releases, request))
      return { owner_id: release.owner_id, release_id: release.id, catalog_id: release.catalog_id }
    },
  }
}

function forShoppers(deps: RouteDeps): Door {
  return {
    path: '/v2/catalog',
    access: 'shopper',
    word: 'Catalog',
    of: 'the catalog that the shopper sees',
    tag: 'Catalog for shoppers',
    parameters: {},
    headers: ShopperHeaders,
    find: (request) => releaseForShopper(deps, request.caller, request.headers),
  }
}

/** A list: what of, and within what. */
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

function listRoute(server: Server, deps: RouteDeps, door: Door, { released, within }: View): void {
  const { list, schema, many } = released
  const { parameters, of } = door
  const params = { ...parameters, ...(within !== null && { [`${within}_id`]: uuid(within) }) }
  const options = {
    config: { access: door.access },
    schema: {
      operationId: `List${door.word}${within === null ? '' : operationName(within)}${operationName(many)}`,
      summary: `List ${many} of ${within === null ? of : `a ${within} of ${of}`}`,
      tags: [door.tag],
      ...(Object.keys(params).length > 0 && { params: Type.Object(params) }),
      headers: door.headers,
      querystring: listQuerySchema(list),
      response: { 200: listSchema(schema) },
    },
  }
  server.get(`${door.path}${within === null ? '' : BELOW[within]}/${many}`, options, async (request) => {
    const read = async (asked: ListRequest) =>
      listReleased(deps.db, released, await door.find(request), {
        within: withinOf(request, within),
        shown_in: door.access === 'shopper' ? request.caller.store_id : null,
        request: asked,
      })
    const show = await presenter(deps, door, released, request)
    return answerList(deps, request, request.caller, { list, read, show })
  })
}

function getRoute(server: Server, deps: RouteDeps, door: Door, released: Released): void {
  const { type, many, schema } = released
  const name = `${type}_id`
  const options = {
    config: { access: door.access },
    schema: {
      operationId: `Get${door.word}${operationName(type)}`,
      summary: `Get a ${type} of ${door.of}`,
      tags: [door.tag],
      params: Type.Object({ ...door.parameters, [name]: uuid(type) }),
      headers: door.headers,
      response: { 200: Data(schema) },
    },
  }
  server.get(`${door.path}/${many}/:${name}`, options, async (request) => {
    const ref = await door.find(request)
    const row = await getReleased(deps.db, released, ref, parameterOf(request, name))
    const show = await presenter(deps, door, released, request)
    return { data: show(row) }
  })
}

function withinOf(request: FastifyRequest, within: View['within']): Within {
  return within === null ? null : { kind: within, id: parameterOf(request, `${within}_id`) }
}

/** Shows rows at the address at which they were asked for, with prices in the currency that was asked for. */
async function presenter(deps: RouteDeps, door: Door, released: Released, request: FastifyRequest) {
  const path = door.path.replace(/:(\w+)/g, (_, name: string) => parameterOf(request, name))
  const address = addressOf(deps.base_url, path)
  const context =
    released === releasedProducts
      ? await pricing(deps, door, request)
      : { currency: null, now: 0, prices_include_tax: false }
  return (row: Parameters<typeof presentReleased>[1]) => presentReleased(released, row, address, context)
}

/** Sellers see what was published, shoppers what they pay. */
async function pricing(deps: RouteDeps, { access }: Door, { caller, headers }: FastifyRequest): Promise<Context> {
  const now = deps.clock()
  const currency = await currencyFor(deps, caller, headers)
  if (access === 'seller' || currency === null) {
    const prices_include_tax = await includesTax(deps.db, caller.store_id)
    return { currency, now, prices_include_tax }
  }
  const shopper = shopperOf(caller, headers)
  const asking = { shopper, currency, now }
  const { price, prices_include_tax } = await itemPricer(deps.db, inStore(caller).store_id, asking)
  return { currency, now, prices_include_tax, price }
}

/** An organization has no settings: its prices that do not say are without tax until a store sells by them. */
async function includesTax(db: Database, store_id: string | null): Promise<boolean> {
  return store_id !== null && (await readSettings(db, store_id)).prices_include_tax
}

function parameterOf({ params }: FastifyRequest, name: string): string {
  return String((params as Record<string, string>)[name]).toLowerCase()
}
