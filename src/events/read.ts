import type { Database } from '../db/database.ts'
import type { Listed } from '../db/list.ts'
import { notFound } from '../kernel/errors.ts'
import type { ListRequest } from '../kernel/lists/list.ts'
import { type Owner, ownerId } from '../kernel/owner.ts'
import { type EventRow, listEventRows, selectEvent } from './store.ts'

/** One page of the owner's events. */
export function listEvents(db: Database, owner: Owner, request: ListRequest): Promise<Listed<EventRow>> {
  return listEventRows(db, ownerId(owner), request)
}

/** Throws `not_found`. */
export async function getEvent(db: Database, owner: Owner, id: string): Promise<EventRow> {
  const row = await selectEvent(db, id)
  if (row === undefined || row.owner_id !== ownerId(owner)) throw notFound('event')
  return row
}
