import type { Transaction } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { ownerId } from '../kernel/owner.ts'
import type { ActingOwner, Requester } from '../kernel/requester.ts'
import { boundChanges } from './rules/bounded.ts'
import { type Change, type Compared, compareMembers } from './rules/change.ts'
import { resourceOf } from './rules/resource.ts'
import { type EntryRow, insertEntry } from './store.ts'

/**
 * Returns the audit entry for the changes of one transaction. Null without changes, and for changes without a
 * requester, such as those of shoppers.
 */
export function entryOf(owner: ActingOwner, changes: readonly Change[], now: number): EntryRow | null {
  const { requested_by } = owner
  if (requested_by === undefined || changes.length === 0) return null
  const { actor, operation, request_id, address, user_agent } = requested_by
  const resource = resourceOf(requested_by, changes)
  const within = requested_by.path[0] ?? resource
  return {
    id: newId(now),
    organization_id: owner.organization_id,
    owner_id: ownerId(owner),
    actor_type: actor.type,
    actor_id: 'id' in actor ? actor.id : null,
    session_id: actor.type === 'person' ? actor.session_id : null,
    operation,
    resource_type: resource?.type ?? null,
    resource_id: resource?.id ?? null,
    within_type: within?.type ?? null,
    within_id: within?.id ?? null,
    request_id,
    address,
    user_agent,
    ...boundChanges(changes),
  }
}

/** A changed row, or an equivalent, with its members before and after. */
export type Audited = { type: string; id: string } & Compared

/** Records the entry of an operation that changes one row, in the same transaction: no commit, no entry. */
export async function recordChange(tx: Transaction, owner: ActingOwner, audited: Audited, now: number): Promise<void> {
  const { type, id, before, after } = audited
  const action = before === null ? 'created' : after === null ? 'deleted' : 'updated'
  const members = compareMembers(audited)
  const entry = entryOf(owner, [{ type, id, action, members }], now)
  if (entry !== null) await insertEntry(tx, entry)
}

export function byCommandLine(operation: string): Requester {
  return withoutRequest('command_line', operation)
}

export function byBackgroundJob(operation: string): Requester {
  return withoutRequest('background_job', operation)
}

function withoutRequest(type: 'command_line' | 'background_job', operation: string): Requester {
  const from = { request_id: null, address: null, user_agent: null }
  return { actor: { type }, operation, result_type: null, path: [], ...from }
}
