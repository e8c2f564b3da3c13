import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Listed } from '../../../db/list.ts'
import { Data } from '../../../http/envelope.ts'
import { listSchema } from '../../../http/lists/list-envelope.ts'
import { listQuerySchema } from '../../../http/lists/lists.ts'
import type { Server } from '../../../http/server.ts'
import type { ListRequest } from '../../../kernel/lists/list.ts'
import { type Frame, listOf, present } from '../../kit/resource.ts'
import { collectionOf, type RouteDeps, sendList, sendOne } from '../../kit/routes.ts'
import { NodeIdentifier, nodeAttributes, nodes, SortOrder } from '../node.ts'
import { nodeRefOf } from '../placement-routes.ts'
import { addChildren, listChildren, listRoots, type Move, moveNode, removeChildren, replaceChildren } from './move.ts'

export function treeRoutes(server: Server, deps: RouteDeps): void {
  readRoutes(server, deps)
  childRoutes(server, deps)

  server.put(
    PARENT,
    { config: { access: 'seller', area: 'catalog' }, schema: schemas.setParent },
    async (request, reply) => {
      const parent = { id: request.body.data.id.toLowerCase(), pointer: '/data/id' }
      return sendOne(deps, nodes, await moveNode(deps, nodeRefOf(request), parent), reply)
    },
  )

  server.delete(
    PARENT,
    { config: { access: 'seller', area: 'catalog' }, schema: schemas.removeParent },
    async (request, reply) => sendOne(deps, nodes, await moveNode(deps, nodeRefOf(request), null), reply),
  )
}

const list = { access: 'seller', area: 'catalog', compressed: true } as const
const HIERARCHY = '/v2/hierarchies/:hierarchy_id'
const NODE = `${HIERARCHY}/nodes/:node_id`
const PARENT = `${NODE}/relationships/parent`
const CHILDREN = `${NODE}/relationships/children`

/** Siblings are listed by `sort_order`. */
const childList = listOf({ attributes: nodeAttributes, default_sort: 'sort_order' })

function readRoutes(server: Server, deps: RouteDeps): void {
  const sendNodes = <Item>(
    request: FastifyRequest,
    read: (page: ListRequest) => Promise<Listed<Frame>>,
    show: (row: Frame) => Item,
  ) => sendList(deps, request, request.caller, { list: childList, read, show })
  const whole = (row: Frame) => present(nodes, row, deps.base_url)
  const identify = ({ id }: Frame) => ({ type: 'node' as const, id })

  server.get(`${HIERARCHY}/children`, { config: list, schema: schemas.roots }, async (request) =>
    sendNodes(request, (page) => listRoots(deps, collectionOf(nodes, request), page), whole),
  )

  server.get(`${NODE}/children`, { config: list, schema: schemas.children }, async (request) =>
    sendNodes(request, (page) => listChildren(deps, nodeRefOf(request), page), whole),
  )

  server.get(CHILDREN, { config: { access: 'seller', area: 'catalog' }, schema: schemas.childIds }, async (request) =>
    sendNodes(request, (page) => listChildren(deps, nodeRefOf(request), page), identify),
  )
}

function childRoutes(server: Server, deps: RouteDeps): void {
  server.post(
    CHILDREN,
    { config: { access: 'seller', area: 'catalog' }, schema: schemas.addChildren },
    async (request, reply) => {
      const moves = movesIn(request.body.data)
      await addChildren(deps, nodeRefOf(request), moves)
      reply.code(201)
      return { data: moves.map(identifierOf) }
    },
  )

  server.put(
    CHILDREN,
    { config: { access: 'seller', area: 'catalog' }, schema: schemas.replaceChildren },
    async (request) => {
      const moves = movesIn(request.body.data)
      await replaceChildren(deps, nodeRefOf(request), moves)
      return { data: moves.map(identifierOf) }
    },
  )

  server.delete(
    CHILDREN,
    { config: { access: 'seller', area: 'catalog' }, schema: schemas.removeChildren },
    async (request) => {
      const ids = request.body.data.map(({ id }) => id.toLowerCase())
      await removeChildren(deps, nodeRefOf(request), ids)
      return { data: ids.map((id) => ({ type: 'node' as const, id })) }
    },
  )
}

const Child = Type.Object({
  ...NodeIdentifier.properties,
  meta: Type.Optional(Type.Object({ sort_order: Type.Optional(SortOrder) })),
})

function movesIn(data: readonly Static<typeof Child>[]): Move[] {
  return data.map(({ id, meta }, index) => ({
    id: id.toLowerCase(),
    pointer: `/data/${index}/id`,
    sort_order: meta?.sort_order,
  }))
}

function identifierOf({ id, sort_order }: Move) {
  return { type: 'node' as const, id, ...(sort_order !== undefined && { meta: { sort_order } }) }
}

const id = Type.String({ format: 'uuid' })
const Identifier = Type.Object({ type: Type.Literal('node'), id })
const Shown = Type.Array(
  Type.Object({ ...Identifier.properties, meta: Type.Optional(Type.Object({ sort_order: SortOrder })) }),
)
/** Limits moved nodes, since each takes a few statements. */
const MAX_MOVED = 500
const Children = Type.Array(Child, { maxItems: MAX_MOVED })
const Identifiers = Type.Array(NodeIdentifier, { maxItems: MAX_MOVED })

const HierarchyParameter = { hierarchy_id: Type.String({ format: 'uuid', description: 'Id of the hierarchy.' }) }
const NodeParameters = Type.Object({
  ...HierarchyParameter,
  node_id: Type.String({ format: 'uuid', description: 'Id of the node.' }),
})
const tags = ['Node trees']
const inNode = { tags, params: NodeParameters }

const schemas = {
  roots: {
    operationId: 'ListHierarchyChildren',
    summary: 'List the nodes at the top of a hierarchy',
    tags,
    params: Type.Object(HierarchyParameter),
    querystring: listQuerySchema(childList),
    response: { 200: listSchema(nodes.schemas.resource) },
  },
  children: {
    operationId: 'ListNodeChildren',
    summary: 'List the nodes directly below a node',
    ...inNode,
    querystring: listQuerySchema(childList),
    response: { 200: listSchema(nodes.schemas.resource) },
  },
  childIds: {
    operationId: 'ListNodeChildRelationships',
    summary: 'List the ids of the nodes directly below a node',
    ...inNode,
    querystring: listQuerySchema(childList),
    response: { 200: listSchema(Identifier) },
  },
  addChildren: {
    operationId: 'AddNodeChildren',
    summary: 'Move nodes below a node',
    ...inNode,
    body: Data(Children),
    response: { 201: Data(Shown) },
  },
  replaceChildren: {
    operationId: 'ReplaceNodeChildren',
    summary: 'Replace the nodes below a node',
    description: 'Moves these nodes below the node, and its other children to the top of the hierarchy.',
    ...inNode,
    body: Data(Children),
    response: { 200: Data(Shown) },
  },
  removeChildren: {
    operationId: 'RemoveNodeChildren',
    summary: 'Move children of a node to the top of the hierarchy',
    description: 'Has no effect on nodes that are not its children.',
    ...inNode,
    body: Data(Identifiers),
    response: { 200: Data(Type.Array(Identifier)) },
  },
  setParent: {
    operationId: 'SetNodeParent',
    summary: 'Move a node below another one',
    ...inNode,
    body: Data(NodeIdentifier),
    response: { 200: Data(nodes.schemas.resource) },
  },
  removeParent: {
    operationId: 'RemoveNodeParent',
    summary: 'Move a node to the top of its hierarchy',
    ...inNode,
    response: { 200: Data(nodes.schemas.resource) },
  },
}
