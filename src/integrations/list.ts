import type { Database } from '../db/database.ts'
import type { Listed } from '../db/list.ts'
import type { ListDefinition, ListRequest } from '../kernel/lists/list.ts'
import { type Owner, ownerId } from '../kernel/owner.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { Integration } from './integration.ts'
import { listIntegrationRows, readIntegration } from './store.ts'

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

export async function listIntegrations(
  deps: { db: Database; cipher: Cipher },
  owner: Owner,
  request: ListRequest,
): Promise<Listed<Integration>> {
  const found = await listIntegrationRows(deps.db, ownerId(owner), request)
  return { ...found, rows: found.rows.map((row) => readIntegration(deps.cipher, row)) }
}
