import { Type } from 'typebox'
import type { Database } from '../../db/database.ts'
import { limitSentence } from '../../db/row-limit.ts'
import type { Caller } from '../../http/callers/caller.ts'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { addressOf, listEnvelope, listSchema } from '../../http/lists/list-envelope.ts'
import { listQuerySchema, parseListRequest } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { PageLength } from '../../kernel/lists/page.ts'
import type { Requester } from '../../kernel/requester.ts'
import { renameStore } from '../rename-store.ts'
import { listStoreRows, storeLimit, type VisibleStores } from '../sql/stores.ts'
import { type Store, selectStore } from '../store.ts'
import { presentStore, StoreCreate, StoreResource, StoreUpdate, storeList } from './store.ts'

type NewStore = { organization_id: string; name: string; scope: string; currency?: string; requested_by?: Requester }

type StoreRouteDeps = {
  db: Database
  clock: Clock
  /** Ends in `/v2`. */
  base_url: string
  pageLength: PageLength
  createStore(input: NewStore, now: number): Promise<Store>
}

/** Every seller may see the names of its stores. */
const visible = { access: 'seller', permission: null } as const
const config = { access: 'seller', area: 'access' } as const
const ONE = '/v2/stores/:store_id'

export function storeRoutes(server: Server, deps: StoreRouteDeps): void {
  const { db, clock, base_url } = deps

  server.get('/v2/stores', { config: visible, schema: schemas.list }, async ({ query, caller, url }) => {
    const request = parseListRequest(query, storeList, await deps.pageLength(caller))
    const page = await listStoreRows(db, visibleStores(caller), request)
    const rows = page.rows.map((row) => presentStore(row, base_url))
    return listEnvelope({ rows, request, page, address: addressOf(base_url, url) })
  })

  server.post('/v2/stores', { config, schema: schemas.create }, async ({ body, caller }, reply) => {
    if (caller.store_id !== null) throw new AppError('forbidden', [{ detail: OF_ORGANIZATIONS }])
    const { name, scope, currency } = body.data
    const { organization_id, requested_by } = caller
    const others = { ...(currency !== undefined && { currency }), ...(requested_by !== undefined && { requested_by }) }
    const input = { organization_id, name, scope, ...others }
    const data = presentStore(await deps.createStore(input, clock()), base_url)
    return reply.code(201).header('location', data.links.self).send({ data })
  })

  server.get(ONE, { config: visible, schema: schemas.get }, async ({ params, caller }) => {
    return { data: presentStore(await visibleStore(db, caller, params.store_id), base_url) }
  })

  server.put(ONE, { config, schema: schemas.update }, async ({ params, body, caller }) => {
    const { id } = await visibleStore(db, caller, params.store_id)
    const renaming = { id, name: body.data.name, requested_by: caller.requested_by }
    return { data: presentStore(await renameStore(db, renaming, clock()), base_url) }
  })
}

const OF_ORGANIZATIONS =
  'A store is created by its organization: use the key of an organization, or a role in it, without X-Store-Id.'

function visibleStores({ organization_id, store_id, stores }: Caller): VisibleStores {
  return { organization_id, store_ids: store_id === null ? stores : [store_id] }
}

/** Throws `not_found`. */
async function visibleStore(db: Database, caller: Caller, id: string): Promise<Store> {
  const { organization_id, store_ids } = visibleStores(caller)
  const store_id = id.toLowerCase()
  const isVisible = store_ids === null || store_ids.includes(store_id)
  const store = isVisible ? await selectStore(db, organization_id, store_id) : undefined
  if (store === undefined) throw notFound('store')
  return store
}

const tags = ['Stores']
const params = Type.Object({ store_id: Type.String({ format: 'uuid', description: 'Id of the store.' }) })

const schemas = {
  list: {
    operationId: 'ListStores',
    summary: 'List stores',
    description:
      'Stores of the organization in which the caller may act: for a person, those in which the person has a role.',
    tags,
    querystring: listQuerySchema(storeList),
    response: { 200: listSchema(StoreResource) },
  },
  create: {
    operationId: 'CreateStore',
    summary: 'Create a store',
    description:
      'The store belongs to the organization of the caller, and gets settings, a default currency, payment gateways and authentication realms. ' +
      `Emits \`settings.created\` and \`currency.created\`. ${limitSentence(storeLimit)}`,
    tags,
    body: Data(StoreCreate),
    response: { 201: Data(StoreResource), ...errorResponses(409) },
  },
  get: {
    operationId: 'GetStore',
    summary: 'Get a store',
    description: 'The store of the token, or, with a token of an organization, one of its stores.',
    tags,
    params,
    response: { 200: Data(StoreResource) },
  },
  update: {
    operationId: 'UpdateStore',
    summary: 'Rename a store',
    tags,
    params,
    body: Data(StoreUpdate),
    response: { 200: Data(StoreResource) },
  },
}
