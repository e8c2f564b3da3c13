import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Listed } from '../../db/list.ts'
import { limitSentence } from '../../db/row-limit.ts'
import type { Access } from '../../http/callers/authentication.ts'
import { type Caller, inStore } from '../../http/callers/caller.ts'
import { secretIn } from '../../http/compression/compress.ts'
import { Data, etag, IfMatch, ifMatch } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { addressOf, listEnvelope, listSchema } from '../../http/lists/list-envelope.ts'
import { type ListQuery, listQuerySchema, parseListRequest } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import type { ListDefinition, ListRequest } from '../../kernel/lists/list.ts'
import type { PageLength } from '../../kernel/lists/page.ts'
import { rejectLargePage, roughSize } from '../../kernel/lists/page-size.ts'
import type { Owner } from '../../kernel/owner.ts'
import { includedMember, includeParameter, readIncluded } from './includes.ts'
import { limitOf } from './limit.ts'
import {
  type Collection,
  createOne,
  getOne,
  listSome,
  rejectReserved,
  removeOne,
  type Update,
  updateOne,
  type WriteDeps,
} from './operations.ts'
import { type AnyResource, addressOfRow, type Frame, OPERATIONS, type Operation, present } from './resource.ts'
import { operationName } from './schemas.ts'
import type { Scope } from './store.ts'

export type RouteDeps = WriteDeps & { pageLength: PageLength }

/** Registers the routes of a resource, except those that its module registers itself. */
export function resourceRoutes(
  server: Server,
  deps: RouteDeps,
  resource: AnyResource,
  operations: readonly Operation[] = OPERATIONS.filter((operation) => !resource.custom_operations.includes(operation)),
): void {
  for (const operation of operations) register[operation](server, deps, resource)
}

const register: Record<Operation, (server: Server, deps: RouteDeps, resource: AnyResource) => void> = {
  list(server, deps, resource) {
    const schema = schemasOf(resource).list
    // Responses with attributes named like secrets are not compressed, whatever they contain.
    const options = {
      config: { access: resource.access.read, area: resource.area, compressed: secretIn(schema.response) === null },
      schema,
    }
    server.get(pathOf(resource), options, async (request) => {
      const collection = collectionOf(resource, request)
      return sendRows(deps, request, resource, (page) => listSome(deps, resource, collection, page))
    })
  },
  create(server, deps, resource) {
    const { create = resource.access.write } = resource.access
    const options = { config: writing(resource, create), schema: schemasOf(resource).create }
    server.post(pathOf(resource), options, async (request, reply) => {
      const row = await createOne(deps, resource, collectionOf(resource, request), newIn(resource, request))
      reply.code(201).header('location', addressOfRow(resource, row, deps.base_url))
      return sendOne(deps, resource, row, reply)
    })
  },
  get(server, deps, resource) {
    const options = { config: { access: resource.access.read, area: resource.area }, schema: schemasOf(resource).get }
    server.get(pathOfOne(resource), options, async (request, reply) => {
      const row = await getOne(deps, resource, collectionOf(resource, request), idIn(resource, request))
      const included = await readIncluded(deps, resource.includes, request.query, [row])
      return { ...sendOne(deps, resource, row, reply), ...included }
    })
  },
  update(server, deps, resource) {
    const { update: access = resource.access.write } = resource.access
    const options = { config: writing(resource, access), schema: schemasOf(resource).update }
    server.put(pathOfOne(resource), options, async (request, reply) => {
      const collection = collectionOf(resource, request)
      const row = await updateOne(deps, resource, collection, updateIn(resource, request))
      return sendOne(deps, resource, row, reply)
    })
  },
  remove(server, deps, resource) {
    const options = {
      config: { access: resource.access.write, area: resource.area },
      schema: schemasOf(resource).remove,
    }
    server.delete(pathOfOne(resource), options, async (request) => {
      const collection = collectionOf(resource, request)
      const id = idIn(resource, request)
      const { force } = request.query as { force?: boolean }
      await removeOne(deps, resource, collection, { id, force, expected_version: ifMatch(request.headers['if-match']) })
      return { data: { type: resource.type, id } }
    })
  },
}

function writing({ area, reports_unknown }: AnyResource, access: Access) {
  return { access, area, ...(reports_unknown && { reports_unknown }) }
}

/** Reads a list and presents its rows. */
type Listing<Row, Item, Beside extends object> = {
  list: ListDefinition
  read: (request: ListRequest) => Promise<Listed<Row>>
  show: (row: Row) => Item
  /** Members of the response besides those of every list. */
  include?: (rows: readonly Row[]) => Beside | Promise<Beside>
}

/** Approximate MiB of rows per page: 16 MiB of custom API entries blocked the event loop for a third of a second. */
const MAX_PAGE_MIB = 4

/** Returns the requested page as a response. Throws `invalid` and the errors of `read`. */
export async function sendList<Row, Item, Beside extends object = object>(
  { pageLength, base_url }: Pick<RouteDeps, 'pageLength' | 'base_url'>,
  { query, url }: Pick<FastifyRequest, 'query' | 'url'>,
  owner: Owner,
  { list, read, show, include }: Listing<Row, Item, Beside>,
) {
  const request = parseListRequest(query as ListQuery, list, await pageLength(owner))
  const page = await read(request)
  rejectLargePage(page.rows.map(roughSize), MAX_PAGE_MIB)
  const envelope = listEnvelope({ rows: page.rows.map(show), request, page, address: addressOf(base_url, url) })
  return { ...envelope, ...(await include?.(page.rows)) }
}

/** Returns the requested page of a resource's rows, with the resources that `include` names. */
export function sendRows(
  deps: RouteDeps,
  request: FastifyRequest,
  resource: AnyResource,
  read: (request: ListRequest) => Promise<Listed<Frame>>,
) {
  return sendList(deps, request, ownerOfCaller(resource, request.caller), {
    list: resource.list,
    read,
    show: (row) => present(resource, row, deps.base_url),
    include: (rows) => readIncluded(deps, resource.includes, request.query, rows),
  })
}

/** Returns the response with one row. Sets its version as the ETag. */
export function sendOne(deps: Pick<WriteDeps, 'base_url'>, resource: AnyResource, row: Frame, reply: FastifyReply) {
  reply.header('etag', etag(row.version))
  return { data: present(resource, row, deps.base_url) }
}

/** Returns the collection that a route addresses: its owner and the parent ids of the path. Throws `store_needed`. */
export function collectionOf(resource: AnyResource, request: FastifyRequest): Collection {
  const params = request.params as Record<string, string>
  const owner = ownerOfCaller(resource, request.caller)
  const parents = resource.parents.map(({ parameter }) => [parameter, String(params[parameter]).toLowerCase()])
  const visible = request.caller.role === 'shopper' ? visibleToShopper(resource, request.caller) : {}
  return { owner, parents: { ...Object.fromEntries(parents), ...visible } }
}

function visibleToShopper({ shoppers_see, members_see }: AnyResource, caller: Caller): Scope {
  const own = members_see === undefined ? null : caller[members_see]
  return { ...shoppers_see, ...(own !== null && { id: own }) }
}

function ownerOfCaller({ level }: AnyResource, caller: Caller): Owner {
  return level === 'store' ? inStore(caller) : caller
}

/** Returns the body of a new row, as `sentIn`. Throws `forbidden` for attributes that the caller may not set. */
export function newIn(resource: AnyResource, request: FastifyRequest): Record<string, unknown> {
  const sent = sentIn(resource, request)
  const reserved = reservedFor(resource, request.caller)
  const refused = Object.keys(sent).filter((name) => reserved.includes(resource.aliases[name] ?? name))
  rejectReserved(resource, refused)
  return sent
}

/** Returns the update of a row that a request describes. */
export function updateIn(resource: AnyResource, request: FastifyRequest): Update {
  const expected_version = ifMatch(request.headers['if-match'])
  const reserved = reservedFor(resource, request.caller)
  return { id: idIn(resource, request), sent: sentIn(resource, request), expected_version, reserved }
}

/** Attributes that only sellers may set; empty if the caller is a seller. */
function reservedFor({ attributes }: AnyResource, { role }: Caller): readonly string[] {
  return role === 'seller' ? [] : Object.keys(attributes).filter((name) => attributes[name]?.sellers_only)
}

/** Returns the attributes in a body, its relationships, and the other members that the resource accepts. */
export function sentIn(resource: AnyResource, { body }: FastifyRequest): Record<string, unknown> {
  const { data } = body as { data: Record<string, unknown> }
  const names = [...Object.keys(resource.accepts_beside ?? {}), 'relationships']
  const beside = names.filter((name) => data[name] !== undefined)
  const framed = {
    ...(data.attributes as object | undefined),
    ...Object.fromEntries(beside.map((name) => [name, data[name]])),
  }
  return resource.frame === 'flat' ? data : framed
}

export function idIn(resource: AnyResource, { params }: FastifyRequest): string {
  return String((params as Record<string, string>)[idParameter(resource)]).toLowerCase()
}

/** Path parameter with the id of a row, such as `account_member_id`. */
function idParameter({ type }: AnyResource): string {
  return `${type.replaceAll('-', '_')}_id`
}

export function pathOf({ path }: AnyResource): string {
  return `/v2${path}`
}

export function pathOfOne(resource: AnyResource): string {
  return `${pathOf(resource)}/:${idParameter(resource)}`
}

export function schemasOf(resource: AnyResource) {
  const { singular, plural, tag, schemas } = resource
  const tags = [tag]
  const [One, Many] = [operationName(singular), operationName(plural)]
  const parents = parametersOf(resource.parents.map(({ parameter }) => parameter))
  const params = parametersOf([...resource.parents.map(({ parameter }) => parameter), idParameter(resource)])
  const emitted = resource.event === null ? '' : ` Emits \`${resource.event}.`
  const limit = limitOf(resource)
  const limited = limit === null ? '' : limitSentence(limit)
  const created = `${limited}${emitted === '' ? '' : `${emitted}created\`.`}`.trim()
  const version = { headers: IfMatch }
  const forced = resource.used_by === undefined ? {} : { querystring: Type.Object({ force: forceOf(resource) }) }
  const reserved = Object.values(resource.attributes).some((attribute) => attribute.sellers_only)
    ? ([403] as const)
    : []
  return {
    list: {
      operationId: `List${Many}`,
      summary: `List ${plural}`,
      tags,
      ...(resource.parents.length > 0 && { params: parents }),
      ...pageSchemas(resource),
    },
    create: {
      operationId: `Create${One}`,
      summary: `Create ${withArticle(singular)}`,
      ...(created !== '' && { description: created }),
      tags,
      ...(resource.parents.length > 0 && { params: parents }),
      body: Data(schemas.create),
      response: { 201: Data(schemas.resource), ...errorResponses(...reserved, 409) },
    },
    get: {
      operationId: `Get${One}`,
      summary: `Get ${withArticle(singular)}`,
      tags,
      params,
      ...(resource.includes !== undefined && { querystring: Type.Object(includeParameter(resource.includes)) }),
      response: { 200: Type.Object({ data: schemas.resource, ...includedMember(resource.includes) }) },
    },
    update: {
      operationId: `Update${One}`,
      summary: `Update ${withArticle(singular)}`,
      description: `Attributes left out keep their values.${emitted === '' ? '' : `${emitted}updated\`, unless nothing changes.`}`,
      tags,
      params,
      ...version,
      body: Data(schemas.update),
      response: { 200: Data(schemas.resource), ...errorResponses(...reserved, 409) },
    },
    remove: {
      operationId: `Delete${One}`,
      summary: `Delete ${withArticle(singular)}`,
      ...(emitted !== '' && { description: `${emitted}deleted\`.`.trim() }),
      tags,
      params,
      ...version,
      ...forced,
      response: { 200: Data(schemas.identifier), ...errorResponses(409) },
    },
  }
}

function forceOf({ used_by, singular }: AnyResource) {
  const users = new Intl.ListFormat('en', { type: 'disjunction' }).format(Object.keys(used_by?.rows ?? {}))
  return Type.Optional(Type.Boolean({ description: `True to delete the ${singular} even if ${users} use it.` }))
}

export function pageSchemas({ list, schemas, includes }: AnyResource) {
  const page = listSchema(schemas.resource)
  return {
    querystring: Type.Object({ ...listQuerySchema(list).properties, ...includeParameter(includes) }),
    response: { 200: Type.Object({ ...page.properties, ...includedMember(includes) }) },
  }
}

function parametersOf(names: readonly string[]) {
  const entries = names.map((name) => {
    const description = `Id of the ${name.replace(/_id$/, '').replaceAll('_', ' ')}.`
    return [name, Type.String({ format: 'uuid', description })] as const
  })
  return Type.Object(Object.fromEntries(entries))
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) && !/^(one|user)/.test(noun) ? 'an' : 'a'} ${noun}`
}
