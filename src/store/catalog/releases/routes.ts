import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Data } from '../../../http/envelope.ts'
import { errorResponses } from '../../../http/error-response.ts'
import { addressOf, listEnvelope, listSchema } from '../../../http/lists/list-envelope.ts'
import { type ListQuery, listQuerySchema, parseListRequest } from '../../../http/lists/lists.ts'
import type { Server } from '../../../http/server.ts'
import { getOne } from '../../kit/operations.ts'
import { addressOfRow } from '../../kit/resource.ts'
import { collectionOf, type RouteDeps, resourceRoutes, sendOne } from '../../kit/routes.ts'
import { Change, changeList, latestRelease, listChanges } from './changes.ts'
import { previewRoute } from './preview-route.ts'
import { publishCatalog } from './publish.ts'
import { releases } from './release.ts'
import { removeReleases } from './remove.ts'

export function routes(server: Server, deps: RouteDeps): void {
  resourceRoutes(server, deps, releases, ['list', 'get', 'remove'])
  previewRoute(server, deps)

  const config = {
    access: 'seller' as const,
    area: 'catalog' as const,
    optional_body: true,
    reports_unknown: true as const,
  }
  const publishing = { config, preValidation: emptyBody, schema: schemas.publish }
  server.post(RELEASES, publishing, async (request, reply) => {
    const { owner } = collectionOf(releases, request)
    const catalog_id = request.params.catalog_id.toLowerCase()
    const export_full_delta = request.body.data?.export_full_delta ?? request.body.export_full_delta ?? false
    const release = await publishCatalog(deps, owner, { catalog_id, export_full_delta })
    reply.code(201).header('location', addressOfRow(releases, release, deps.base_url))
    return sendOne(deps, releases, release, reply)
  })

  server.delete(
    RELEASES,
    { config: { access: 'seller', area: 'catalog' }, schema: schemas.removeAll },
    async (request, reply) => {
      const { owner } = collectionOf(releases, request)
      await removeReleases(deps, owner, request.params.catalog_id.toLowerCase())
      return reply.code(204).send(null)
    },
  )

  server.get(
    `${RELEASES}/latest`,
    { config: { access: 'seller', area: 'catalog' }, schema: schemas.latest },
    async (request, reply) =>
      sendOne(deps, releases, await latestRelease(deps, collectionOf(releases, request)), reply),
  )

  server.get(
    `${RELEASE}/delta`,
    { config: { access: 'seller', area: 'catalog' }, schema: schemas.delta },
    async (request) => {
      const collection = collectionOf(releases, request)
      const listRequest = parseListRequest(
        request.query as ListQuery,
        changeList,
        await deps.pageLength(collection.owner),
      )
      const release = await getOne(deps, releases, collection, request.params.catalog_release_id.toLowerCase())
      const page = await listChanges(deps.db, release, listRequest)
      return listEnvelope({
        rows: page.rows,
        request: listRequest,
        page,
        address: addressOf(deps.base_url, request.url),
      })
    },
  )
}

/** Accepts requests without a body. */
async function emptyBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {}
}

const RELEASES = '/v2/catalogs/:catalog_id/releases'
const RELEASE = `${RELEASES}/:catalog_release_id`

const CatalogParameter = { catalog_id: Type.String({ format: 'uuid', description: 'Id of the catalog.' }) }
const ReleaseParameters = Type.Object({
  ...CatalogParameter,
  catalog_release_id: Type.String({ format: 'uuid', description: 'Id of the release.' }),
})
const tags = [releases.tag]

const Options = {
  export_full_delta: Type.Optional(
    Type.Boolean({ description: 'Lists everything in the delta, for consumers that start from scratch.' }),
  ),
}

const IGNORED = {
  'x-ignored': { include_organization_resources: 'A release has the contents of its catalog, and nothing else.' },
}

const schemas = {
  publish: {
    operationId: 'PublishCatalog',
    summary: 'Publish a catalog',
    description:
      'Creates a release, which is published in the background: poll `meta.release_status` or observe `catalog-release.updated`. Emits `catalog-release.created`.',
    tags,
    params: Type.Object(CatalogParameter),
    body: Type.Object({ ...Options, data: Type.Optional(Type.Object(Options, IGNORED)) }),
    response: { 201: Data(releases.schemas.resource) },
  },
  removeAll: {
    operationId: 'DeleteCatalogReleases',
    summary: 'Delete all releases of a catalog',
    description:
      'Includes published releases, so shoppers no longer see the catalog. Emits `catalog-release.deleted` for each.',
    tags,
    params: Type.Object(CatalogParameter),
    response: { 204: Type.Null({ description: 'The releases were deleted.' }), ...errorResponses(409) },
  },
  latest: {
    operationId: 'GetLatestCatalogRelease',
    summary: 'Get the latest published release',
    tags,
    params: Type.Object(CatalogParameter),
    response: { 200: Data(releases.schemas.resource) },
  },
  delta: {
    operationId: 'ListCatalogReleaseChanges',
    summary: 'List the changes in a release',
    description: 'Hierarchies, nodes and products that differ from the release in `meta.previous_release_id`.',
    tags,
    params: ReleaseParameters,
    querystring: listQuerySchema(changeList),
    response: { 200: listSchema(Change) },
  },
}
