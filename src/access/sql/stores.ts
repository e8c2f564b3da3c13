import type { Database } from '../../db/database.ts'
import { type Listed, list } from '../../db/list.ts'
import type { RowLimit } from '../../db/row-limit.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import type { Organization, Store } from '../store.ts'

/**
 * Maximum number of stores per organization, because each store has limits of its own; the command line on the server
 * may exceed it.
 */
const MAX_STORES = 1_000

export const storeLimit: RowLimit = {
  max: MAX_STORES,
  holder: 'An organization',
  things: 'stores',
  rows: 'stores where organization_id = $1',
  advice: 'The operator of the server can create more with `tidings stores create`.',
}

/** Stores of an organization; null for all of them. */
export type VisibleStores = { organization_id: string; store_ids: readonly string[] | null }

export function listStoreRows(
  db: Database,
  { organization_id, store_ids }: VisibleStores,
  request: ListRequest,
): Promise<Listed<Store>> {
  const where = (bind: (value: unknown) => string) =>
    `organization_id = ${bind(organization_id)}${store_ids === null ? '' : ` and id = any(${bind(store_ids)}::uuid[])`}`
  return list(
    db,
    { columns: 'id, organization_id, name, scope, created_at, updated_at', from: 'stores', where },
    request,
  )
}

export function listOrganizationRows(db: Database, request: ListRequest): Promise<Listed<Organization>> {
  return list(db, { columns: 'id, name, created_at, updated_at', from: 'organizations', where: () => 'true' }, request)
}
