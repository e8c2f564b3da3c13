import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { CatalogRelease } from '../../event-types/resources/catalog-release.ts'
import { asRequested } from '../../http/canonical-address.ts'
import { Data, matchesTag, NotModified } from '../../http/envelope.ts'
import { addressOf } from '../../http/lists/list-envelope.ts'
import type { Server } from '../../http/server.ts'
import { notFound } from '../../kernel/errors.ts'
import { Links, Time } from '../../kernel/schemas.ts'
import { cacheControl, SHOPPER_VARY, tagOf } from '../catalog/cache/validators.ts'
import { type Release, releases } from '../catalog/releases/release.ts'
import { releaseForShopper, ShopperHeaders } from '../catalog/shopper.ts'
import { timestampsOf } from '../kit/resource.ts'
import type { RouteDeps } from '../kit/routes.ts'
import { selectRow } from '../kit/store.ts'

/** Sends no body, because a typed reply would send the content length of `null`. */
function notModified(reply: FastifyReply): FastifyReply {
  return reply.code(304).send()
}

/** Route of the shopper's current release, without members that only sellers may read. */
export function currentRoute(server: Server, deps: RouteDeps): void {
  server.get('/v2/catalog', { config: { access: 'shopper', area: 'catalog' }, schema }, async (request, reply) => {
    const { owner_id, release_id } = await releaseForShopper(deps, request.caller, request.headers)
    const release = await selectRow(deps.db, releases, { owner_id, id: release_id })
    if (release === undefined) throw notFound(releases.singular)
    const etag = tagOf([owner_id, release_id, release.updated_at, deps.base_url, request.originalUrl])
    reply.headers({ etag, 'cache-control': cacheControl(request.caller), vary: SHOPPER_VARY })
    if (matchesTag(request.headers['if-none-match'], etag)) return notModified(reply)
    return { data: presentCurrent(release, addressOf(deps.base_url, asRequested('/v2/catalog', request.originalUrl))) }
  })
}

function presentCurrent(release: Release, self: string) {
  const { id, name, catalog_id, hierarchies, release_status, finished_at } = release
  const { created_at } = timestampsOf(release)
  return {
    type: 'catalog-release' as const,
    id,
    attributes: { name, catalog_id, hierarchies, published_at: finished_at },
    links: { self },
    meta: { release_status, created_at },
  }
}

const { properties } = CatalogRelease
const Current = Type.Object(
  {
    type: properties.type,
    id: properties.id,
    attributes: Type.Object({
      name: Type.String(),
      catalog_id: properties.attributes.properties.catalog_id,
      hierarchies: properties.attributes.properties.hierarchies,
      published_at: Type.Union([Time, Type.Null()]),
    }),
    links: Links,
    meta: Type.Object({ release_status: properties.meta.properties.release_status, created_at: Time }),
  },
  { $id: 'ReleaseInUse' },
)

const schema = {
  operationId: 'GetCatalogInUse',
  summary: 'Get the release that the shopper sees',
  description: 'Also at `/catalog` and `/pcm/catalog`, like everything below it; links have the prefix of the request.',
  tags: ['Catalog for shoppers'],
  headers: ShopperHeaders,
  response: { 200: Data(Current), 304: NotModified },
}
