import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { CustomApiEntry } from '../../event-types/resources/custom-api-entry.ts'
import { inStore } from '../../http/callers/caller.ts'
import { Data, IfMatch, ifMatch } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { listSchema } from '../../http/lists/list-envelope.ts'
import { listQuerySchema } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import { addressOfRow, present } from '../kit/resource.ts'
import { type RouteDeps, sendList, sendOne } from '../kit/routes.ts'
import { createEntry, getEntry, listEntries, loadApi, removeEntry, updateEntry } from './entries.ts'
import { entriesOf } from './entry.ts'
import type { ApiName } from './store.ts'

/** Entries are served both by the slug and by the id of their custom API. */
const ENTRY_PATHS = [
  { path: '/v2/extensions/:custom_api_slug', suffix: '', ofApi: 'of the custom API with this slug' },
  {
    path: '/v2/settings/extensions/custom-apis/:custom_api_id/entries',
    suffix: 'ById',
    ofApi: 'of a custom API, by its id',
  },
] as const

type EntryPath = (typeof ENTRY_PATHS)[number]

export function routes(server: Server, deps: RouteDeps): void {
  for (const entryPath of ENTRY_PATHS) {
    const schemas = schemasOf(entryPath)
    readRoutes(server, deps, entryPath, schemas)
    writeRoutes(server, deps, entryPath, schemas)
  }
}

function readRoutes(server: Server, deps: RouteDeps, { path }: EntryPath, schemas: ReturnType<typeof schemasOf>): void {
  const config = { access: 'seller', area: 'entries' } as const
  server.get(path, { config, schema: schemas.list }, async (request) => {
    const owner = inStore(request.caller)
    const loaded = await loadApi(deps.db, owner, nameIn(request))
    const response = await sendList(deps, request, owner, {
      list: loaded.resource.list,
      read: (page) => listEntries(deps.db, loaded, page),
      show: (row) => present(loaded.resource, row, deps.base_url),
    })
    return response
  })

  server.get(`${path}/:custom_api_entry_id`, { config, schema: schemas.get }, async (request, reply) => {
    const { resource, row } = await getEntry(deps.db, inStore(request.caller), nameIn(request), keyIn(request))
    return sendOne(deps, resource, row, reply)
  })
}

function writeRoutes(
  server: Server,
  deps: RouteDeps,
  { path }: EntryPath,
  schemas: ReturnType<typeof schemasOf>,
): void {
  const config = { access: 'seller', area: 'entries' } as const
  server.post(path, { config, schema: schemas.create }, async (request, reply) => {
    const { resource, row } = await createEntry(deps, inStore(request.caller), nameIn(request), sentIn(request))
    reply.code(201).header('location', addressOfRow(resource, row, deps.base_url))
    return sendOne(deps, resource, row, reply)
  })

  server.put(`${path}/:custom_api_entry_id`, { config, schema: schemas.update }, async (request, reply) => {
    const update = { ...changeIn(request), sent: sentIn(request) }
    const { resource, row } = await updateEntry(deps, inStore(request.caller), nameIn(request), update)
    return sendOne(deps, resource, row, reply)
  })

  server.delete(`${path}/:custom_api_entry_id`, { config, schema: schemas.remove }, async (request) => {
    const removal = changeIn(request)
    return { data: await removeEntry(deps, inStore(request.caller), nameIn(request), removal) }
  })
}

function nameIn({ params }: FastifyRequest): ApiName {
  const { custom_api_slug, custom_api_id = '' } = params as { custom_api_slug?: string; custom_api_id?: string }
  return custom_api_slug === undefined ? { id: custom_api_id.toLowerCase() } : { slug: custom_api_slug }
}

function keyIn({ params }: FastifyRequest): string {
  return (params as { custom_api_entry_id: string }).custom_api_entry_id
}

function changeIn(request: FastifyRequest) {
  return { key: keyIn(request), expected_version: ifMatch(request.headers['if-match']) }
}

function sentIn({ body }: FastifyRequest): Record<string, unknown> {
  return (body as { data: Record<string, unknown> }).data
}

const type = Type.String({ description: 'The `api_type` of the custom API.', examples: ['wishlist_ext'] })
const id = Type.String({ format: 'uuid' })
const key = Type.String({
  description: 'The id of the entry, or the value of the field that has `use_as_url_slug`.',
  examples: ['019cade2-11c0-7000-8000-000048e483a7'],
})

const EntryBody = Type.Object(
  { type: Type.Optional(type) },
  { additionalProperties: true, description: 'A member for each field.' },
)

const EntryResourceSchema = Type.Object(CustomApiEntry.properties, {
  $id: 'CustomAPIEntry',
  additionalProperties: true,
  description: 'Has a member for each field; null if it is not set.',
})

const EVENT_PREFIX = 'customAPIEntryType'

function schemasOf({ suffix, ofApi }: EntryPath) {
  const common = { tags: ['Custom API entries'] }
  const api = suffix === '' ? { custom_api_slug: Type.String() } : { custom_api_id: id }
  const params = Type.Object(api)
  const ofOne = Type.Object({ ...api, custom_api_entry_id: key })
  const one = Data(EntryResourceSchema)
  const operationId = (action: string, resource = 'Entry') => `${action}CustomAPI${resource}${suffix}`
  const rules = 'Unknown members are rejected. Emits'
  return {
    list: {
      ...common,
      operationId: operationId('List', 'Entries'),
      summary: `List entries ${ofApi}`,
      description: 'Can also be filtered and sorted by the fields of the custom API, except those of type `any`.',
      params,
      querystring: listQuerySchema(entriesOf({ api_type: '', slug: '' }, []).list),
      response: { 200: listSchema(EntryResourceSchema) },
    },
    create: {
      ...common,
      operationId: operationId('Create'),
      summary: `Create an entry ${ofApi}`,
      description: `${rules} \`${EVENT_PREFIX}.created\`.`,
      params,
      body: Data(EntryBody),
      response: { 201: one, ...errorResponses(409) },
    },
    get: {
      ...common,
      operationId: operationId('Get'),
      summary: `Get an entry ${ofApi}`,
      params: ofOne,
      response: { 200: one },
    },
    update: {
      ...common,
      operationId: operationId('Update'),
      summary: `Update an entry ${ofApi}`,
      description: `Members left out keep their values. ${rules} \`${EVENT_PREFIX}.updated\`, unless nothing changes.`,
      params: ofOne,
      headers: IfMatch,
      body: Data(EntryBody),
      response: { 200: one, ...errorResponses(409) },
    },
    remove: {
      ...common,
      operationId: operationId('Delete'),
      summary: `Delete an entry ${ofApi}`,
      description: `Emits \`${EVENT_PREFIX}.deleted\`.`,
      params: ofOne,
      headers: IfMatch,
      response: { 200: Data(Type.Object({ type, id })), ...errorResponses(409) },
    },
  }
}
