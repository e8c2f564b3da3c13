import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { inStore } from '../../http/caller.ts'
import { Data, IfMatch, ifMatch, Timestamps } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { listSchema } from '../../http/list-envelope.ts'
import { listQuerySchema } from '../../http/lists.ts'
import type { Server } from '../../http/server.ts'
import { addressOfRow, present } from '../kit/resource.ts'
import { answerList, answerOne, type RouteDeps } from '../kit/routes.ts'
import { createEntry, getEntry, listEntries, openApi, removeEntry, updateEntry } from './entries.ts'
import { entriesOf } from './entry.ts'
import type { ApiName } from './store.ts'

/** Entries are at the address of their custom API's slug, and below the custom API itself. */
const PLACES = [
  { path: '/v2/extensions/:custom_api_slug', suffix: '', where: 'of the custom API with this slug' },
  {
    path: '/v2/settings/extensions/custom-apis/:custom_api_id/entries',
    suffix: 'ById',
    where: 'of a custom API, by its id',
  },
] as const

type Place = (typeof PLACES)[number]

export function routes(server: Server, deps: RouteDeps): void {
  for (const place of PLACES) {
    const schemas = schemasOf(place)
    reading(server, deps, place, schemas)
    writing(server, deps, place, schemas)
  }
}

function reading(server: Server, deps: RouteDeps, { path }: Place, schemas: ReturnType<typeof schemasOf>): void {
  const config = { access: 'seller' } as const
  server.get(path, { config, schema: schemas.list }, async (request) => {
    const owner = inStore(request.caller)
    const open = await openApi(deps.db, owner, nameIn(request))
    const answer = await answerList(deps, request, owner, {
      list: open.resource.list,
      read: (asked) => listEntries(deps.db, open, asked),
      show: (row) => present(open.resource, row, deps.base_url),
    })
    return answer as never
  })

  server.get(`${path}/:custom_api_entry_id`, { config, schema: schemas.get }, async (request, reply) => {
    const { resource, row } = await getEntry(deps.db, inStore(request.caller), nameIn(request), idIn(request))
    return answerOne(deps, resource, row, reply) as never
  })
}

function writing(server: Server, deps: RouteDeps, { path }: Place, schemas: ReturnType<typeof schemasOf>): void {
  const config = { access: 'seller' } as const
  server.post(path, { config, schema: schemas.create }, async (request, reply) => {
    const made = await createEntry(deps, inStore(request.caller), nameIn(request), sentIn(request))
    reply.code(201).header('location', addressOfRow(made.resource, made.row, deps.base_url))
    return answerOne(deps, made.resource, made.row, reply) as never
  })

  server.put(`${path}/:custom_api_entry_id`, { config, schema: schemas.update }, async (request, reply) => {
    const update = { ...changeIn(request), sent: sentIn(request) }
    const { resource, row } = await updateEntry(deps, inStore(request.caller), nameIn(request), update)
    return answerOne(deps, resource, row, reply) as never
  })

  server.delete(`${path}/:custom_api_entry_id`, { config, schema: schemas.remove }, async (request) => {
    const removal = changeIn(request)
    const type = await removeEntry(deps, inStore(request.caller), nameIn(request), removal)
    return { data: { type, id: removal.id } }
  })
}

function nameIn({ params }: FastifyRequest): ApiName {
  const { custom_api_slug, custom_api_id = '' } = params as { custom_api_slug?: string; custom_api_id?: string }
  return custom_api_slug === undefined ? { id: custom_api_id.toLowerCase() } : { slug: custom_api_slug }
}

function idIn({ params }: FastifyRequest): string {
  return (params as { custom_api_entry_id: string }).custom_api_entry_id.toLowerCase()
}

function changeIn(request: FastifyRequest) {
  return { id: idIn(request), expected_version: ifMatch(request.headers['if-match']) }
}

function sentIn({ body }: FastifyRequest): Record<string, unknown> {
  return (body as { data: Record<string, unknown> }).data
}

const type = Type.String({ description: 'The `api_type` of the custom API.', examples: ['wishlist_ext'] })
const id = Type.String({ format: 'uuid' })

const EntryBody = Type.Object({ type }, { additionalProperties: true, description: 'A member for each field.' })

const EntryResourceSchema = Type.Object(
  {
    type,
    id,
    links: Type.Object({ self: Type.String({ description: 'Address of the resource.' }) }),
    meta: Type.Object({ timestamps: Timestamps }),
  },
  {
    $id: 'CustomAPIEntry',
    additionalProperties: true,
    description: 'With a member for each field, null where nothing is said.',
  },
)

const FIRES = 'customAPIEntryType'

function schemasOf({ suffix, where }: Place) {
  const common = { tags: ['Custom API entries'] }
  const api = suffix === '' ? { custom_api_slug: Type.String() } : { custom_api_id: id }
  const params = Type.Object(api)
  const ofOne = Type.Object({ ...api, custom_api_entry_id: id })
  const one = Data(EntryResourceSchema)
  const named = (verb: string, noun = 'Entry') => `${verb}CustomAPI${noun}${suffix}`
  const rules = 'Unknown members are refused. Fires'
  return {
    list: {
      ...common,
      operationId: named('List', 'Entries'),
      summary: `List entries ${where}`,
      description: 'Sorts and filters also by the fields of the custom API, except those of type `any`.',
      params,
      querystring: listQuerySchema(entriesOf({ api_type: '', slug: '' }, []).list),
      response: { 200: listSchema(EntryResourceSchema) },
    },
    create: {
      ...common,
      operationId: named('Create'),
      summary: `Create an entry ${where}`,
      description: `${rules} \`${FIRES}.created\`.`,
      params,
      body: Data(EntryBody),
      response: { 201: one, ...errorResponses(409) },
    },
    get: {
      ...common,
      operationId: named('Get'),
      summary: `Get an entry ${where}`,
      params: ofOne,
      response: { 200: one },
    },
    update: {
      ...common,
      operationId: named('Update'),
      summary: `Update an entry ${where}`,
      description: `Members left out keep their values. ${rules} \`${FIRES}.updated\`, unless nothing changes.`,
      params: ofOne,
      headers: IfMatch,
      body: Data(EntryBody),
      response: { 200: one, ...errorResponses(409) },
    },
    remove: {
      ...common,
      operationId: named('Delete'),
      summary: `Delete an entry ${where}`,
      description: `Fires \`${FIRES}.deleted\`.`,
      params: ofOne,
      headers: IfMatch,
      response: { 200: Data(Type.Object({ type, id })), ...errorResponses(409) },
    },
  }
}
