import { type Static, Type } from 'typebox'
import { Data } from '../../../http/envelope.ts'
import { listSchema } from '../../../http/lists/list-envelope.ts'
import { listQuerySchema } from '../../../http/lists/lists.ts'
import type { Server } from '../../../http/server.ts'
import { present } from '../../kit/resource.ts'
import { type RouteDeps, sendList } from '../../kit/routes.ts'
import { nodes } from '../node.ts'
import { attachNodes, detachNodes, listNodesOfProduct, MAX_ATTACHED, type Selection } from './attach.ts'

export function attachRoutes(server: Server, deps: RouteDeps): void {
  server.get(
    '/v2/products/:product_id/nodes',
    { config: { access: 'seller', area: 'catalog' }, schema: schemas.list },
    async (request) =>
      sendList(deps, request, request.caller, {
        list: nodes.list,
        read: (page) => listNodesOfProduct(deps, request.caller, request.params.product_id.toLowerCase(), page),
        show: (row) => present(nodes, row, deps.base_url),
      }),
  )

  server.post(
    '/v2/products/attach_nodes',
    { config: { access: 'seller', area: 'catalog' }, schema: schemas.attach },
    async (request) => resultOf(await attachNodes(deps, request.caller, selectionIn(request.body.data))),
  )

  server.post(
    '/v2/products/detach_nodes',
    { config: { access: 'seller', area: 'catalog' }, schema: schemas.detach },
    async (request) => resultOf(await detachNodes(deps, request.caller, selectionIn(request.body.data))),
  )
}

function selectionIn({ filter, node_ids }: Static<typeof Chosen>): Selection {
  return { filter, node_ids: node_ids.map((id) => id.toLowerCase()) }
}

function resultOf(total: number) {
  return { meta: { results: { total } } }
}

const Chosen = Type.Object({
  filter: Type.String({
    minLength: 1,
    description: `A filter like that of \`GET /v2/products\`, such as \`in(sku,LAMP-1,LAMP-2)\`. May match ${MAX_ATTACHED} products.`,
  }),
  node_ids: Type.Array(Type.String({ format: 'uuid' }), {
    minItems: 1,
    maxItems: 20,
    uniqueItems: true,
    description: 'Nodes of any hierarchies.',
  }),
})

const Result = Type.Object({
  meta: Type.Object({
    results: Type.Object({ total: Type.Integer({ minimum: 0, description: 'Products that match the filter.' }) }),
  }),
})

const tags = ['Products in nodes']

const schemas = {
  list: {
    operationId: 'ListProductNodes',
    summary: 'List the nodes that contain a product',
    tags,
    params: Type.Object({ product_id: Type.String({ format: 'uuid', description: 'Id of the product.' }) }),
    querystring: listQuerySchema(nodes.list),
    response: { 200: listSchema(nodes.schemas.resource) },
  },
  attach: {
    operationId: 'AttachProductNodes',
    summary: 'Add all products that match a filter to nodes',
    description: 'All or nothing. Has no effect on products that are in a node already.',
    tags,
    body: Data(Chosen),
    response: { 200: Result },
  },
  detach: {
    operationId: 'DetachProductNodes',
    summary: 'Remove all products that match a filter from nodes',
    description: 'All or nothing.',
    tags,
    body: Data(Chosen),
    response: { 200: Result },
  },
}
