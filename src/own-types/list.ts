import type { Database } from '../db/database.ts'
import type { Listed } from '../db/list.ts'
import { eventTypes } from '../event-types/catalog.ts'
import type { ListRequest } from '../kernel/lists/list.ts'
import type { Owner } from '../kernel/owner.ts'
import { type EventTypeResource, presentBuiltIn, presentOwn } from './own-type.ts'
import { selectPage } from './store.ts'

/** Returns a page of the built-in event types, followed by those of the store by key. */
export async function listEventTypes(
  { db, base_url }: { db: Database; base_url: string },
  { store_id }: Owner,
  { limit, offset }: Pick<ListRequest, 'limit' | 'offset'>,
): Promise<Listed<EventTypeResource>> {
  const builtIn = eventTypes.slice(offset, offset + limit)
  const page = { limit: limit - builtIn.length, offset: Math.max(0, offset - eventTypes.length) }
  const own = store_id === null ? NONE : await selectPage(db, store_id, page)
  const total = eventTypes.length + own.total
  return {
    rows: [
      ...builtIn.map((type) => presentBuiltIn(type, base_url)),
      ...own.rows.map((row) => presentOwn(row, base_url)),
    ],
    total: { total, total_method: 'exact' },
    more: offset + limit < total,
  }
}

const NONE = { rows: [], total: 0 }
