import type { Executor } from '../db/database.ts'
import type { Listed } from '../db/list.ts'
import { badQuery, notFound } from '../kernel/errors.ts'
import type { Criteria, ListRequest } from '../kernel/lists/list.ts'
import { rejectLargePage } from '../kernel/lists/page-size.ts'
import { expectRange } from '../kernel/lists/range.ts'
import { type Owner, ownerId } from '../kernel/owner.ts'
import {
  type EventRow,
  listEventSizes,
  selectEvent,
  selectEventOwner,
  selectEvents,
  selectPayloadBytes,
} from './store.ts'

/** Resolves when there is memory for a response of that many bytes. */
export type Admit = (bytes: number) => Promise<void>

/** Maximum size of the payloads in one page of events in MiB, because the response is built in memory at once. @operator */
const MAX_PAGE_MIB = 16

/**
 * Returns one page of the owner's events. Throws `malformed_query` for a filter by resources without a time range, for a sort by
 * versions without a resource, and for a page whose events are too large in total.
 */
export async function listEvents(
  db: Executor,
  owner: Owner,
  request: ListRequest,
  admit: Admit = async () => {},
): Promise<Listed<EventRow>> {
  expectRange(request, { 'resource_id or resource_type': { column: 'payload' } }, 'events')
  const isByVersion = request.sort.some(({ source }) => source.column === 'resource_version')
  if (isByVersion && !namesResource(request.where)) {
    const detail =
      'A sort by resource_version needs a resource: add eq(resource_id,<id>) and a range of created_at to filter.'
    throw badQuery('sort', detail)
  }
  const { rows: sizes, ...page } = await listEventSizes(db, ownerId(owner), request)
  rejectLargePage(
    sizes.map(({ payload_bytes }) => payload_bytes),
    MAX_PAGE_MIB,
  )
  await admit(sizes.reduce((sum, { payload_bytes }) => sum + payload_bytes, 0))
  const ids = sizes.map(({ id }) => id)
  const rows = new Map((await selectEvents(db, ids)).map((row) => [row.id, row]))
  return { ...page, rows: ids.flatMap((id) => rows.get(id) ?? []) }
}

/** Throws `not_found`. */
export async function getEvent(db: Executor, owner: Owner, id: string, admit: Admit): Promise<EventRow> {
  await admit(await selectPayloadBytes(db, id))
  const row = await selectEvent(db, id)
  if (row === undefined || row.owner_id !== ownerId(owner)) throw notFound('event')
  return row
}

/** Throws `not_found` unless the owner has this event. Does not read the payload. */
export async function expectEvent(db: Executor, owner: Owner, id: string): Promise<void> {
  if ((await selectEventOwner(db, id)) !== ownerId(owner)) throw notFound('event')
}

function namesResource(where: Criteria | null): boolean {
  if (where === null) return false
  if (where.kind === 'and') return where.criteria.some(namesResource)
  return where.kind === 'json_text' && where.paths.some((path) => path.at(-1) === 'id')
}
