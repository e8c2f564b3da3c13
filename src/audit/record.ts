import type { Transaction } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { type Owner, ownerId } from '../kernel/owner.ts'
import type { ActingOwner, Actor, Requester } from '../kernel/requester.ts'
import { boundChanges } from './rules/bounded.ts'
import { type Change, type Compared, compareMembers } from './rules/change.ts'
import { resourceOf } from './rules/resource.ts'
import { type EntryRow, insertEntry } from './store.ts'

/**
 * The entry of the audit log about the changes of one transaction. Null without changes, and for shoppers and background jobs,
 * which act for no key and no person.
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
    actor_id: actor.type === 'command_line' ? null : actor.id,
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

/** One row, or what stands for one, with its members before and after. */
export type Audited = { type: string; id: string } & Compared

/** Writes the entry of an operation that changes one row, in the transaction of the change: no commit, no entry. */
export async function recordChange(tx: Transaction, owner: ActingOwner, audited: Audited, now: number): Promise<void> {
  const { type, id, before, after } = audited
  const action = before === null ? 'created' : after === null ? 'deleted' : 'updated'
  const members = compareMembers(audited)
  const entry = entryOf(owner, [{ type, id, action, members }], now)
  if (entry !== null) await insertEntry(tx, entry)
}

/** What happened to the access of an actor outside of an operation with a token, such as logging in. Members without secrets. */
export type AccessRecord = {
  owner: Owner
  actor: Actor
  /** Named like an operation: `CreateSession`, `EndSession`, `RefuseSession`. */
  operation: string
  resource: { type: string; id: string }
} & Partial<Compared> &
  Partial<Pick<Requester, 'request_id' | 'address' | 'user_agent'>>

/** Writes an entry about access: log-ins, log-outs, refused log-ins, and what the command line does to keys. */
export function recordAccess(tx: Transaction, access: AccessRecord, now: number): Promise<void> {
  const { owner, actor, operation, resource, before = null, after = {} } = access
  const { request_id = null, address = null, user_agent = null } = access
  const requested_by = { actor, operation, path: [resource], result_type: null, request_id, address, user_agent }
  return recordChange(tx, { ...owner, requested_by }, { ...resource, before, after }, now)
}
