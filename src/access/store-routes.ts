import { Type } from 'typebox'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/caller.ts'
import { Data } from '../http/envelope.ts'
import type { Server } from '../http/server.ts'
import { notFound } from '../kernel/errors.ts'
import { Id, Links, Timestamps, ToOne } from '../kernel/schemas.ts'
import { type Store, selectStore } from './store.ts'

type StoreRouteDeps = {
  db: Database
  /** Ends in `/v2`. */
  base_url: string
}

const StoreResource = Type.Object(
  {
    id: Id,
    type: Type.Literal('store'),
    name: Type.String(),
    scope: Type.String({ description: 'Short name, unique on the server, used in storefront addresses.' }),
    links: Links,
    meta: Type.Object({ timestamps: Timestamps }),
    relationships: Type.Object({ organization: ToOne('organization') }),
  },
  { $id: 'Store' },
)

const schema = {
  operationId: 'GetStore',
  summary: 'Get a store',
  description: 'The store of the token, or with a token of an organization one of its stores.',
  tags: ['Access'],
  params: Type.Object({ store_id: Type.String({ format: 'uuid', description: 'Id of the store.' }) }),
  response: { 200: Data(StoreResource) },
}

/** Routes for the stores that a token may see. */
export function storeRoutes(server: Server, { db, base_url }: StoreRouteDeps): void {
  server.get(
    '/v2/stores/:store_id',
    { config: { access: 'seller', permission: null }, schema },
    async ({ params, caller }) => {
      const store_id = params.store_id.toLowerCase()
      const store = isVisible(caller, store_id) ? await selectStore(db, caller.organization_id, store_id) : undefined
      if (store === undefined) throw notFound('store')
      return { data: present(store, base_url) }
    },
  )
}

function isVisible(caller: Caller, store_id: string): boolean {
  return caller.store_id === null || caller.store_id === store_id
}

function present({ id, name, scope, organization_id, created_at, updated_at }: Store, base_url: string) {
  return {
    id,
    type: 'store' as const,
    name,
    scope,
    links: { self: `${base_url}/stores/${id}` },
    meta: { timestamps: { created_at: created_at.toISOString(), updated_at: updated_at.toISOString() } },
    relationships: { organization: { data: { type: 'organization' as const, id: organization_id } } },
  }
}
