import { type Listed, list } from '../db/list.ts'
import type { Database } from '../db/tables.ts'
import { notFound } from '../kernel/errors.ts'
import type { ListRequest } from '../kernel/list.ts'
import { type Owner, ownerId } from '../kernel/owner.ts'
import type { EventRow } from './resource.ts'

/** One page of the owner's events. */
export function listEvents(db: Database, owner: Owner, request: ListRequest): Promise<Listed<EventRow>> {
  return list(db, db.selectFrom('events').selectAll().where('owner_id', '=', ownerId(owner)), request)
}

/** Throws `not_found`. */
export async function getEvent(db: Database, owner: Owner, id: string): Promise<EventRow> {
  const row = await db
    .selectFrom('events')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId(owner))
    .executeTakeFirst()
  if (row === undefined) throw notFound('event')
  return row
}
