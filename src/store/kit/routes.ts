import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Listed } from '../../db/list.ts'
import { type Caller, inStore } from '../../http/caller.ts'
import { Data, etag, IfMatch, ifMatch } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { addressOf, listEnvelope, listSchema } from '../../http/list-envelope.ts'
import { type ListQuery, listQuerySchema, parseListRequest } from '../../http/lists.ts'
import type { Server } from '../../http/server.ts'
import { AppError } from '../../kernel/errors.ts'
import type { ListDefinition, ListRequest } from '../../kernel/list.ts'
import type { Owner } from '../../kernel/owner.ts'
import type { PageLength } from '../../kernel/page.ts'
import {
  type AnyResource,
  addressOfRow,
  type Frame,
  OPERATIONS,
  type Operation,
  operationName,
  pointerTo,
  present,
} from './resource.ts'
import { createOne, getOne, listSome, type Place, removeOne, updateOne } from './verbs.ts'
import type { StoreDeps } from './work.ts'

export type RouteDeps = StoreDeps & { pageLength: PageLength }

/** Registers the routes of a resource, but for those that its room has its own way of doing. */
export function resourceRoutes(
  server: Server,
  deps: RouteDeps,
  resource: AnyResource,
  operations: readonly Operation[] = OPERATIONS.filter((operation) => !resource.own.includes(operation)),
): void {
  for (const operation of operations) register[operation](server, deps, resource)
}

const register: Record<Operation, (server: Server, deps: RouteDeps, resource: AnyResource) => void> = {
  list(server, deps, resource) {
    const options = { config: { access: resource.access.read }, schema: schemasOf(resource).list }
    server.get(pathOf(resource), options, async (request) => {
      const place = placeOf(resource, request)
      return answerList(deps, request, place.owner, {
        list: resource.list,
        read: (asked) => listSome(deps, resource, place, asked),
        show: (row) => present(resource, row, deps.base_url),
      })
    })
  },
  create(server, deps, resource) {
    const { create = resource.access.write } = resource.access
    const options = { config: { access: create }, schema: schemasOf(resource).create }
    server.post(pathOf(resource), options, async (request, reply) => {
      const row = await createOne(deps, resource, placeOf(resource, request), sentIn(resource, request))
      reply.code(201).header('location', addressOfRow(resource, row, deps.base_url))
      return answerOne(deps, resource, row, reply)
    })
  },
  get(server, deps, resource) {
    const options = { config: { access: resource.access.read }, schema: schemasOf(resource).get }
    server.get(pathOfOne(resource), options, async (request, reply) => {
      const place = placeOf(resource, request)
      return answerOne(deps, resource, await getOne(deps, resource, place, idIn(resource, request)), reply)
    })
  },
  update(server, deps, resource) {
    const { update: access = resource.access.write } = resource.access
    const options = { config: { access }, schema: schemasOf(resource).update }
    server.put(pathOfOne(resource), options, async (request, reply) => {
      const place = placeOf(resource, request)
      const expected_version = ifMatch(request.headers['if-match'])
      const update = { id: idIn(resource, request), sent: sentIn(resource, request), expected_version }
      return answerOne(deps, resource, await updateOne(deps, resource, place, update), reply)
    })
  },
  remove(server, deps, resource) {
    const options = { config: { access: resource.access.write }, schema: schemasOf(resource).remove }
    server.delete(pathOfOne(resource), options, async (request) => {
      const place = placeOf(resource, request)
      const id = idIn(resource, request)
      await removeOne(deps, resource, place, { id, expected_version: ifMatch(request.headers['if-match']) })
      return { data: { type: resource.type, id } }
    })
  },
}

/** How a list is read, and how it shows a row. */
type Listing<Row, Item> = {
  list: ListDefinition
  read: (asked: ListRequest) => Promise<Listed<Row>>
  show: (row: Row) => Item
}

/** The page that a request asks for. Throws `invalid`, and what reading it throws. */
export async function answerList<Row, Item>(
  { pageLength, base_url }: Pick<RouteDeps, 'pageLength' | 'base_url'>,
  { query, url }: Pick<FastifyRequest, 'query' | 'url'>,
  owner: Owner,
  { list, read, show }: Listing<Row, Item>,
) {
  const request = parseListRequest(query as ListQuery, list, await pageLength(owner))
  const page = await read(request)
  return listEnvelope({ rows: page.rows.map(show), request, page, address: addressOf(base_url, url) })
}

/** A row with its version in the ETag. */
export function answerOne(deps: StoreDeps, resource: AnyResource, row: Frame, reply: FastifyReply) {
  reply.header('etag', etag(row.version))
  return { data: present(resource, row, deps.base_url) }
}

/** Whose the resource is and below which parents. Throws `store_needed`. */
export function placeOf(resource: AnyResource, request: FastifyRequest): Place {
  const params = request.params as Record<string, string>
  const owner = ownerOfCaller(resource, request.caller)
  const parents = resource.parents.map(({ parameter }) => [parameter, String(params[parameter]).toLowerCase()])
  return { owner, parents: Object.fromEntries(parents) }
}

function ownerOfCaller({ level }: AnyResource, caller: Caller): Owner {
  return level === 'store' ? inStore(caller) : caller
}

/** What a body says of the resource, wherever its frame has the attributes. Throws `forbidden` for what the caller may not say. */
export function sentIn(resource: AnyResource, { body, caller }: FastifyRequest): Record<string, unknown> {
  const { data } = body as { data: Record<string, unknown> }
  const sent = resource.frame === 'flat' ? data : { ...(data.attributes as object | undefined) }
  if (caller.role !== 'seller') refuseSellersOnly(resource, sent)
  return sent
}

function refuseSellersOnly(resource: AnyResource, sent: Record<string, unknown>): void {
  const problems = Object.keys(sent)
    .filter((name) => resource.attributes[name]?.sellers_only)
    .map((name) => ({ detail: `Only a seller can set ${name}.`, pointer: pointerTo(resource, name) }))
  if (problems.length > 0) throw new AppError('forbidden', problems)
}

export function idIn(resource: AnyResource, { params }: FastifyRequest): string {
  return String((params as Record<string, string>)[idParameter(resource)]).toLowerCase()
}

/** The path parameter that names one of them, such as `account_member_id`. */
function idParameter({ type }: AnyResource): string {
  return `${type.replaceAll('-', '_')}_id`
}

export function pathOf({ path }: AnyResource): string {
  return `/v2${path}`
}

export function pathOfOne(resource: AnyResource): string {
  return `${pathOf(resource)}/:${idParameter(resource)}`
}

/** What each operation takes and answers. */
export function schemasOf(resource: AnyResource) {
  const { one, many, tag, schemas } = resource
  const tags = [tag]
  const [One, Many] = [operationName(one), operationName(many)]
  const parents = parametersOf(resource.parents.map(({ parameter }) => parameter))
  const params = parametersOf([...resource.parents.map(({ parameter }) => parameter), idParameter(resource)])
  const told = resource.event === null ? '' : ` Fires \`${resource.event}.`
  const version = { headers: IfMatch }
  const reserved = Object.values(resource.attributes).some((attribute) => attribute.sellers_only)
    ? ([403] as const)
    : []
  return {
    list: {
      operationId: `List${Many}`,
      summary: `List ${many}`,
      tags,
      ...(resource.parents.length > 0 && { params: parents }),
      querystring: listQuerySchema(resource.list),
      response: { 200: listSchema(schemas.resource) },
    },
    create: {
      operationId: `Create${One}`,
      summary: `Create ${article(one)}`,
      ...(told !== '' && { description: `${told}created\`.`.trim() }),
      tags,
      ...(resource.parents.length > 0 && { params: parents }),
      body: Data(schemas.create),
      response: { 201: Data(schemas.resource), ...errorResponses(...reserved, 409) },
    },
    get: {
      operationId: `Get${One}`,
      summary: `Get ${article(one)}`,
      tags,
      params,
      response: { 200: Data(schemas.resource) },
    },
    update: {
      operationId: `Update${One}`,
      summary: `Update ${article(one)}`,
      description: `Attributes left out keep their values.${told === '' ? '' : `${told}updated\`, unless nothing changes.`}`,
      tags,
      params,
      ...version,
      body: Data(schemas.update),
      response: { 200: Data(schemas.resource), ...errorResponses(...reserved, 409) },
    },
    remove: {
      operationId: `Delete${One}`,
      summary: `Delete ${article(one)}`,
      ...(told !== '' && { description: `${told}deleted\`.`.trim() }),
      tags,
      params,
      ...version,
      response: { 200: Data(schemas.identifier), ...errorResponses(409) },
    },
  }
}

function parametersOf(names: readonly string[]) {
  const entries = names.map((name) => {
    const description = `Id of the ${name.replace(/_id$/, '').replaceAll('_', ' ')}.`
    return [name, Type.String({ format: 'uuid', description })] as const
  })
  return Type.Object(Object.fromEntries(entries))
}

function article(one: string): string {
  return `${/^[aeiou]/.test(one) && !/^(one|user)/.test(one) ? 'an' : 'a'} ${one}`
}
