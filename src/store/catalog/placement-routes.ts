import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Listed } from '../../db/list.ts'
import { Data } from '../../http/envelope.ts'
import { listSchema } from '../../http/list-envelope.ts'
import { listQuerySchema } from '../../http/lists.ts'
import type { Server } from '../../http/server.ts'
import type { ListRequest } from '../../kernel/list.ts'
import type { Frame } from '../kit/resource.ts'
import { present } from '../kit/resource.ts'
import { answerList, placeOf, type RouteDeps } from '../kit/routes.ts'
import { nodes } from './node.ts'
import { listOfHierarchy, listOfNode, type NodePlace, placeProducts, takeOutProducts } from './placing.ts'
import { products } from './product.ts'

const Identifier = Type.Object({ type: Type.Literal('product'), id: Type.String({ format: 'uuid' }) })
const Identifiers = Type.Array(Identifier, { maxItems: 1_000 })

/** Which products are in which nodes. */
export function routes(server: Server, deps: RouteDeps): void {
  server.post(RELATIONSHIPS, { config: { access: 'seller' }, schema: schemas.place }, async (request, reply) => {
    const data = identified(request.body.data)
    await placeProducts(deps, nodePlaceOf(request), idsOf(data))
    reply.code(201)
    return { data }
  })

  server.delete(RELATIONSHIPS, { config: { access: 'seller' }, schema: schemas.takeOut }, async (request) => {
    const data = identified(request.body.data)
    await takeOutProducts(deps, nodePlaceOf(request), idsOf(data))
    return { data }
  })

  server.get(RELATIONSHIPS, { config: { access: 'seller' }, schema: schemas.identifiers }, async (request) =>
    listed(
      deps,
      request,
      (asked) => listOfNode(deps, nodePlaceOf(request), asked),
      ({ id }) => ({ type: 'product', id }),
    ),
  )

  server.get(`${NODE}/products`, { config: { access: 'seller' }, schema: schemas.ofNode }, async (request) =>
    listed(deps, request, (asked) => listOfNode(deps, nodePlaceOf(request), asked), shown(deps)),
  )

  server.get(
    `${HIERARCHY}/products`,
    { config: { access: 'seller' }, schema: schemas.ofHierarchy },
    async (request) => {
      const place = placeOf(products, request)
      const { hierarchy_id } = request.params
      return listed(
        deps,
        request,
        (asked) => listOfHierarchy(deps, place, hierarchy_id.toLowerCase(), asked),
        shown(deps),
      )
    },
  )
}

const HIERARCHY = '/v2/hierarchies/:hierarchy_id'
const NODE = `${HIERARCHY}/nodes/:node_id`
const RELATIONSHIPS = `${NODE}/relationships/products`

function listed<Item>(
  deps: RouteDeps,
  request: FastifyRequest,
  read: (asked: ListRequest) => Promise<Listed<Frame>>,
  show: (row: Frame) => Item,
) {
  return answerList(deps, request, request.caller, { list: products.list, read, show })
}

function shown({ base_url }: RouteDeps) {
  return (row: Frame) => present(products, row, base_url)
}

function nodePlaceOf(request: FastifyRequest): NodePlace {
  const { node_id } = request.params as { node_id: string }
  return { ...placeOf(nodes, request), node_id: node_id.toLowerCase() }
}

type Identified = { type: 'product'; id: string }

function identified(data: readonly Identified[]): Identified[] {
  return data.map(({ type, id }) => ({ type, id: id.toLowerCase() }))
}

function idsOf(data: readonly Identified[]): string[] {
  return data.map(({ id }) => id)
}

const HierarchyParameter = { hierarchy_id: Type.String({ format: 'uuid', description: 'Id of the hierarchy.' }) }
const NodeParameters = Type.Object({
  ...HierarchyParameter,
  node_id: Type.String({ format: 'uuid', description: 'Id of the node.' }),
})
const tags = ['Products in nodes']

const schemas = {
  place: {
    operationId: 'PlaceProductsInNode',
    summary: 'Put products into a node',
    description: 'Those that are in it already stay.',
    tags,
    params: NodeParameters,
    body: Data(Identifiers),
    response: { 201: Data(Identifiers) },
  },
  takeOut: {
    operationId: 'TakeProductsOutOfNode',
    summary: 'Take products out of a node',
    tags,
    params: NodeParameters,
    body: Data(Identifiers),
    response: { 200: Data(Identifiers) },
  },
  identifiers: {
    operationId: 'ListNodeProductRelationships',
    summary: 'List which products are in a node',
    tags,
    params: NodeParameters,
    querystring: listQuerySchema(products.list),
    response: { 200: listSchema(Identifier) },
  },
  ofNode: {
    operationId: 'ListNodeProducts',
    summary: 'List the products in a node',
    tags,
    params: NodeParameters,
    querystring: listQuerySchema(products.list),
    response: { 200: listSchema(products.schemas.resource) },
  },
  ofHierarchy: {
    operationId: 'ListHierarchyProducts',
    summary: 'List the products in the nodes of a hierarchy',
    tags,
    params: Type.Object(HierarchyParameter),
    querystring: listQuerySchema(products.list),
    response: { 200: listSchema(products.schemas.resource) },
  },
}
