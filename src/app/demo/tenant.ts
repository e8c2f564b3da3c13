import { createAudited, listOrganizations } from '../../access/organizations.ts'
import { byCommandLine } from '../../audit/record.ts'
import type { Database } from '../../db/database.ts'
import { createStore, listStores } from '../cross-module/stores.ts'
import type { Running } from '../run.ts'

export const DEMO_SCOPE = 'demo'
const ORGANIZATION_NAME = 'Demo organization'
const STORE_NAME = 'Demo store'

export type Tenant = { organization_id: string; store_id: string }

/** Returns the organization and the store of the demo, which are created if missing. */
export async function ensureTenant({ integrationDeps: deps }: Pick<Running, 'integrationDeps'>): Promise<Tenant> {
  const { db, clock } = deps
  const store = (await listStores(db, null)).find(({ scope }) => scope === DEMO_SCOPE)
  if (store !== undefined) return { organization_id: store.organization_id, store_id: store.id }
  // An interrupted start may have created only the organization.
  const found = (await listOrganizations(db)).find(({ name }) => name === ORGANIZATION_NAME)
  const organization = found ?? (await createOrganization(db, clock()))
  const identity = { organization_id: organization.id, name: STORE_NAME, scope: DEMO_SCOPE }
  const input = { ...identity, requested_by: byCommandLine('CreateStore') }
  return { organization_id: organization.id, store_id: (await createStore(deps, input, clock())).id }
}

function createOrganization(db: Database, now: number) {
  return createAudited(db, { name: ORGANIZATION_NAME, requested_by: byCommandLine('CreateOrganization') }, now)
}
