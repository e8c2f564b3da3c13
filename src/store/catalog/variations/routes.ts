import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Data } from '../../../http/envelope.ts'
import { errorResponses } from '../../../http/error-response.ts'
import type { Server } from '../../../http/server.ts'
import { pageSchemas, type RouteDeps, sendRows } from '../../kit/routes.ts'
import { products } from '../product.ts'
import type { ListChange } from '../products/change-files.ts'
import { relatedVariations, ShownVariations, VariationList } from '../products/family.ts'
import { ProductParameter, productRef } from '../products/file-routes.ts'
import { buildChildren, MAX_CHILDREN } from './build.ts'
import { changeVariations, listChildren, listVariations, readVariationIds } from './change-variations.ts'
import { variations } from './variation.ts'

const config = { access: 'seller', area: 'catalog', reports_unknown: true } as const
const PRODUCT = '/v2/products/:product_id'
const RELATIONSHIPS = `${PRODUCT}/relationships/variations`

export function variationRoutes(server: Server, deps: RouteDeps): void {
  relationshipRoutes(server, deps)

  server.get(`${PRODUCT}/variations`, { config, schema: schemas.variations }, async (request) =>
    sendRows(deps, request, variations, (page) => listVariations(deps, productRef(request), page)),
  )
  server.get(
    `${PRODUCT}/children`,
    { config: { ...config, compressed: true }, schema: schemas.children },
    async (request) => sendRows(deps, request, products, (page) => listChildren(deps, productRef(request), page)),
  )
  server.post(`${PRODUCT}/build`, { config, schema: schemas.build }, async (request, reply) => {
    const { product_id: id, ...counts } = await buildChildren(deps, productRef(request))
    reply.code(201)
    return { data: { type: 'product-build' as const, id, attributes: { status: 'success' as const, ...counts } } }
  })
}

function relationshipRoutes(server: Server, deps: RouteDeps): void {
  const changed = async (request: FastifyRequest, variation_change: ListChange) =>
    relatedVariations(await changeVariations(deps, productRef(request), variation_change))

  server.get(RELATIONSHIPS, { config, schema: schemas.list }, async (request) =>
    relatedVariations(await readVariationIds(deps, productRef(request))),
  )
  server.post(RELATIONSHIPS, { config, schema: schemas.add }, async (request, reply) => {
    reply.code(201)
    return changed(request, { how: 'add', data: request.body.data })
  })
  server.put(RELATIONSHIPS, { config, schema: schemas.set }, async (request) =>
    changed(request, { how: 'set', data: request.body.data }),
  )
  server.delete(RELATIONSHIPS, { config, schema: schemas.remove }, async (request) =>
    changed(request, { how: 'remove', data: request.body.data }),
  )
}

const Count = Type.Integer({ minimum: 0 })
const Build = Type.Object({
  type: Type.Literal('product-build'),
  id: Type.String({ format: 'uuid', description: 'Id of the product.' }),
  attributes: Type.Object({
    status: Type.Literal('success', { description: 'A build is complete when its response arrives.' }),
    created: Count,
    updated: Count,
    unchanged: Count,
    withdrawn: Type.Integer({
      minimum: 0,
      description: 'Children that became drafts because their combination is now left out.',
    }),
  }),
})

const shared = { tags: ['Variations of products'], params: ProductParameter }
const written = { ...shared, body: Data(VariationList) }

const schemas = {
  list: {
    operationId: 'ListProductVariationRelationships',
    summary: 'List the ids of the variations of a product',
    ...shared,
    response: { 200: ShownVariations },
  },
  add: {
    operationId: 'AddProductVariations',
    summary: 'Add variations to a product',
    description: 'Children change when the product is built again.',
    ...written,
    response: { 201: ShownVariations },
  },
  set: {
    operationId: 'SetProductVariations',
    summary: 'Replace the variations of a product',
    description: 'With an empty list the product is sold itself again; its children stay.',
    ...written,
    response: { 200: ShownVariations },
  },
  remove: {
    operationId: 'RemoveProductVariations',
    summary: 'Remove variations from a product',
    ...written,
    response: { 200: ShownVariations },
  },
  variations: {
    operationId: 'ListProductVariations',
    summary: 'List the variations of a product',
    ...shared,
    ...pageSchemas(variations),
  },
  children: {
    operationId: 'ListProductChildren',
    summary: 'List the child products of a product',
    ...shared,
    ...pageSchemas(products),
  },
  build: {
    operationId: 'BuildProductChildren',
    summary: 'Build the child products of a product',
    description: `Creates a product for each combination of the options of its variations that \`build_rules\` include, at most ${MAX_CHILDREN}, and updates existing children. Children have the nodes and, unless they have prices of their own, the prices of the product, which itself is no longer published.`,
    ...shared,
    response: { 201: Data(Build), ...errorResponses(409) },
  },
}
