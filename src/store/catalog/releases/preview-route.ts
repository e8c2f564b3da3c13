import { Type } from 'typebox'
import { Data } from '../../../http/envelope.ts'
import { errorResponses } from '../../../http/error-response.ts'
import type { Server } from '../../../http/server.ts'
import { collectionOf, type RouteDeps } from '../../kit/routes.ts'
import { Change } from './changes.ts'
import { MAX_COMPARED, type Preview, previewRelease } from './preview.ts'
import { releases } from './release.ts'

const NAMED = 10
const MAX_NAMED = 100

export function previewRoute(server: Server, deps: RouteDeps): void {
  const config = { access: 'seller', area: 'catalog' } as const
  server.get('/v2/catalogs/:catalog_id/releases/preview', { config, schema }, async (request) => {
    const { first = NAMED } = request.query
    return { data: present(await previewRelease(deps, collectionOf(releases, request), first)) }
  })
}

function present({ counts, priced, changes, catalog_id, previous_release_id, complete }: Preview) {
  return {
    type: 'catalog-release-preview' as const,
    attributes: {
      hierarchies: counts.hierarchy,
      nodes: counts.node,
      products: { ...counts.product, prices_updated: priced },
      changes: changes.map(({ type, id, change, label, name, members }) => ({
        type,
        id,
        attributes: { change, label, name, members },
      })),
    },
    meta: { catalog_id, previous_release_id, complete },
  }
}

const Count = Type.Integer({ minimum: 0 })
const Counts = Type.Object({ created: Count, updated: Count, deleted: Count })

const PreviewedChange = Type.Object({
  ...Change.properties,
  attributes: Type.Object({
    ...Change.properties.attributes.properties,
    name: Type.String(),
    members: Type.Array(Type.String(), {
      description: 'Changed members of an updated resource, such as `prices` of a product; empty for other changes.',
    }),
  }),
})

const CatalogReleasePreview = Type.Object(
  {
    type: Type.Literal('catalog-release-preview'),
    attributes: Type.Object({
      hierarchies: Counts,
      nodes: Counts,
      products: Type.Object({
        ...Counts.properties,
        prices_updated: Type.Integer({ minimum: 0, description: 'Updated products whose prices differ.' }),
      }),
      changes: Type.Array(PreviewedChange, {
        description: 'The first changes of each type and kind, by id.',
      }),
    }),
    meta: Type.Object({
      catalog_id: Type.String(),
      previous_release_id: Type.Union([Type.String(), Type.Null()], {
        description: 'The release compared with; null if none is published, so that everything counts as created.',
      }),
      complete: Type.Boolean({ description: 'Whether all products were compared. If not, more may differ.' }),
    }),
  },
  { $id: 'CatalogReleasePreview' },
)

const schema = {
  operationId: 'PreviewCatalogRelease',
  summary: 'Preview what publishing a catalog would change',
  description:
    `Compares the catalog as it is now with its latest published release, and writes nothing. At most ${MAX_COMPARED} products ` +
    'of the store are compared. If publishing would fail, the response is 409 with the reason.',
  tags: [releases.tag],
  params: Type.Object({ catalog_id: Type.String({ format: 'uuid', description: 'Id of the catalog.' }) }),
  querystring: Type.Object({
    first: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_NAMED,
        description: `How many changes of each type and kind to name. Default: ${NAMED}.`,
      }),
    ),
  }),
  response: { 200: Data(CatalogReleasePreview), ...errorResponses(409) },
}
