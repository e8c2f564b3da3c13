import { type Static, Type } from 'typebox'
import type { ListDefinition } from '../../kernel/lists/list.ts'
import { Id, ImpliedType, Links, Timestamps, ToOne } from '../../kernel/schemas.ts'
import type { Organization, Store } from '../store.ts'

const name = Type.String({ minLength: 1, maxLength: 255, description: 'Name of the store.' })
const scope = Type.String({
  description: 'Short name, unique on the server, used in storefront addresses. It never changes.',
})

export const StoreCreate = Type.Object(
  {
    type: ImpliedType('store'),
    name,
    scope,
    currency: Type.Optional(
      Type.String({ description: 'The default currency (ISO 4217). Default: `USD`.', examples: ['EUR'] }),
    ),
  },
  { title: 'NewStore' },
)

export const StoreUpdate = Type.Object(
  { type: ImpliedType('store'), name: Type.Optional(name) },
  { title: 'StoreChanges' },
)

export const StoreResource = Type.Object(
  {
    id: Id,
    type: Type.Literal('store'),
    name: Type.String(),
    scope,
    links: Links,
    meta: Type.Object({ timestamps: Timestamps }),
    relationships: Type.Object({ organization: ToOne('organization') }),
  },
  { $id: 'Store' },
)
export type StoreResource = Static<typeof StoreResource>

export const storeList: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    name: { kind: 'text', column: 'name' },
    scope: { kind: 'text', column: 'scope' },
    created_at: { kind: 'id_time', column: 'id' },
    updated_at: { kind: 'time', column: 'updated_at' },
  },
  default_sort: 'created_at',
  max_offset: null,
}

/** `base_url` ends in `/v2`. */
export function presentStore(store: Store, base_url: string): StoreResource {
  const { id, name, scope, organization_id } = store
  return {
    id,
    type: 'store',
    name,
    scope,
    links: { self: `${base_url}/stores/${id}` },
    meta: { timestamps: timestampsOf(store) },
    relationships: { organization: { data: { type: 'organization', id: organization_id } } },
  }
}

export function timestampsOf({ created_at, updated_at }: Pick<Store | Organization, 'created_at' | 'updated_at'>) {
  return { created_at: created_at.toISOString(), updated_at: updated_at.toISOString() }
}
