import { type Listed, list } from '../db/list.ts'
import type { Database } from '../db/tables.ts'
import type { ListDefinition, ListRequest } from '../kernel/list.ts'
import { type Owner, ownerId } from '../kernel/owner.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { Integration } from './integration.ts'
import { readIntegration } from './store.ts'

export const integrationList: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    name: { kind: 'text', column: 'name' },
    description: { kind: 'text', column: 'description' },
    integration_type: { kind: 'text', column: 'integration_type' },
    enabled: { kind: 'boolean', column: 'enabled' },
    observes: { kind: 'text_array', column: 'observes', sortable: false },
    created_at: { kind: 'id_time', column: 'id' },
    updated_at: { kind: 'time', column: 'updated_at' },
  },
  default_sort: 'created_at',
  max_offset: null,
}

/** One page of the owner's integrations. */
export async function listIntegrations(
  deps: { db: Database; cipher: Cipher },
  owner: Owner,
  request: ListRequest,
): Promise<Listed<Integration>> {
  const query = deps.db
    .selectFrom('integrations')
    .selectAll()
    .where('owner_id', '=', ownerId(owner))
    .where('deleted_at', 'is', null)
  const found = await list(deps.db, query, request)
  return { ...found, rows: found.rows.map((row) => readIntegration(deps.cipher, row)) }
}
