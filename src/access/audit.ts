import { recordChange } from '../audit/record.ts'
import type { Transaction } from '../db/database.ts'
import type { Owner } from '../kernel/owner.ts'
import type { Requester } from '../kernel/requester.ts'
import type { Key } from './keys.ts'
import type { Organization, Store } from './store.ts'

/** Requester of an audited change; undefined for a change without an audit entry. */
export type RequestedBy = Requester | undefined

type Change<Of> = { before: Of | null; after: Of }

/**
 * Records the entry for the store or organization of the key. Keys of the deployment have no organization, and so no
 * audit log.
 */
export async function recordKey(tx: Transaction, requested_by: RequestedBy, change: Change<Key>, now: number) {
  const { id, organization_id, store_id } = change.after
  if (organization_id === null) return
  const members = ({ name, client_id, permissions, expires_at, revoked_at }: Key) => {
    return { name, client_id, permissions, expires_at, revoked_at }
  }
  await record(tx, { organization_id, store_id }, requested_by, { type: 'key', id, ...mapped(change, members) }, now)
}

export async function recordStore(tx: Transaction, requested_by: RequestedBy, change: Change<Store>, now: number) {
  const { id, organization_id } = change.after
  const members = ({ name, scope }: Store) => ({ name, scope })
  const owner = { organization_id, store_id: id }
  await record(tx, owner, requested_by, { type: 'store', id, ...mapped(change, members) }, now)
}

/**
 * Records the entry for the organization itself, because the deployment, which creates organizations, has no audit log.
 */
export async function recordOrganization(
  tx: Transaction,
  requested_by: RequestedBy,
  change: Change<Organization>,
  now: number,
) {
  const { id } = change.after
  const members = ({ name }: Organization) => ({ name })
  const owner = { organization_id: id, store_id: null }
  await record(tx, owner, requested_by, { type: 'organization', id, ...mapped(change, members) }, now)
}

type Audited = Parameters<typeof recordChange>[2]

async function record(tx: Transaction, owner: Owner, requested_by: RequestedBy, audited: Audited, now: number) {
  if (requested_by !== undefined) await recordChange(tx, { ...owner, requested_by }, audited, now)
}

function mapped<Of>({ before, after }: Change<Of>, members: (row: Of) => Record<string, unknown>) {
  return { before: before && members(before), after: members(after) }
}
