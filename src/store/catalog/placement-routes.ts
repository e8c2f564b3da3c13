import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Listed } from '../../db/list.ts'
import { Data } from '../../http/envelope.ts'
import { listSchema } from '../../http/lists/list-envelope.ts'
import { listQuerySchema } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import { ImpliedType } from '../../kernel/schemas.ts'
import type { Frame } from '../kit/resource.ts'
import { present } from '../kit/resource.ts'
import { collectionOf, type RouteDeps, sendList } from '../kit/routes.ts'
import { nodes } from './node.ts'
import {
  listHierarchyProducts,
  listNodeProducts,
  type NodeRef,
  placeProducts,
  removeProducts,
  replaceProducts,
} from './placing.ts'
import { products } from './product.ts'

const id = Type.String({ format: 'uuid' })
const Identifier = Type.Object({ type: Type.Literal('product'), id })
const Identifiers = Type.Array(Identifier, { maxItems: 1_000 })
const Products = Type.Array(Type.Object({ type: ImpliedType('product'), id }), { maxItems: 1_000 })

const writing = { access: 'seller', area: 'catalog', reports_unknown: true } as const

export function routes(server: Server, deps: RouteDeps): void {
  server.post(RELATIONSHIPS, { config: writing, schema: schemas.collection }, async (request, reply) => {
    const data = lowerCaseIds(request.body.data)
    await placeProducts(deps, nodeRefOf(request), idsOf(data))
    reply.code(201)
    return { data }
  })

  server.put(RELATIONSHIPS, { config: writing, schema: schemas.replace }, async (request) => {
    const data = lowerCaseIds(request.body.data)
    await replaceProducts(deps, nodeRefOf(request), idsOf(data))
    return { data }
  })

  server.delete(RELATIONSHIPS, { config: writing, schema: schemas.takeOut }, async (request) => {
    const data = lowerCaseIds(request.body.data)
    await removeProducts(deps, nodeRefOf(request), idsOf(data))
    return { data }
  })

  server.get(RELATIONSHIPS, { config: list, schema: schemas.identifiers }, async (request) =>
    sendProductList(
      deps,
      request,
      (page) => listNodeProducts(deps, nodeRefOf(request), page),
      ({ id }) => ({ type: 'product', id }),
    ),
  )

  server.get(`${NODE}/products`, { config: list, schema: schemas.ofNode }, async (request) =>
    sendProductList(deps, request, (page) => listNodeProducts(deps, nodeRefOf(request), page), presenter(deps)),
  )

  server.get(`${HIERARCHY}/products`, { config: list, schema: schemas.ofHierarchy }, async (request) => {
    const collection = collectionOf(products, request)
    const { hierarchy_id } = request.params
    return sendProductList(
      deps,
      request,
      (page) => listHierarchyProducts(deps, collection, hierarchy_id.toLowerCase(), page),
      presenter(deps),
    )
  })
}

const list = { access: 'seller', area: 'catalog', compressed: true } as const
const HIERARCHY = '/v2/hierarchies/:hierarchy_id'
const NODE = `${HIERARCHY}/nodes/:node_id`
const RELATIONSHIPS = `${NODE}/relationships/products`

function sendProductList<Item>(
  deps: RouteDeps,
  request: FastifyRequest,
  read: (page: ListRequest) => Promise<Listed<Frame>>,
  show: (row: Frame) => Item,
) {
  return sendList(deps, request, request.caller, { list: products.list, read, show })
}

function presenter({ base_url }: RouteDeps) {
  return (row: Frame) => present(products, row, base_url)
}

export function nodeRefOf(request: FastifyRequest): NodeRef {
  const { node_id } = request.params as { node_id: string }
  return { ...collectionOf(nodes, request), node_id: node_id.toLowerCase() }
}

type Identified = { type: 'product'; id: string }

function lowerCaseIds(data: readonly Pick<Identified, 'id'>[]): Identified[] {
  return data.map(({ id }) => ({ type: 'product', id: id.toLowerCase() }))
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
  collection: {
    operationId: 'PlaceProductsInNode',
    summary: 'Add products to a node',
    description: 'Has no effect on products that are in the node already.',
    tags,
    params: NodeParameters,
    body: Data(Products),
    response: { 201: Data(Identifiers) },
  },
  replace: {
    operationId: 'ReplaceProductsInNode',
    summary: 'Replace the products in a node',
    description: 'Adds these products to the node and removes all others from it.',
    tags,
    params: NodeParameters,
    body: Data(Products),
    response: { 200: Data(Identifiers) },
  },
  takeOut: {
    operationId: 'TakeProductsOutOfNode',
    summary: 'Remove products from a node',
    tags,
    params: NodeParameters,
    body: Data(Products),
    response: { 200: Data(Identifiers) },
  },
  identifiers: {
    operationId: 'ListNodeProductRelationships',
    summary: 'List the ids of the products in a node',
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
