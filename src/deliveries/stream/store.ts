import { uuidArray } from '../../db/arrays.ts'
import { type Database, query } from '../../db/database.ts'
import type { Rows } from '../../db/rows.ts'
import type { OpenStream } from '../jobs/membership.ts'
import { DELIVERIES_CHANNEL } from './notification.ts'

/** A log with the event of its job, without headers and bodies. */
export type DeliveryRow = Pick<
  Rows['logs'],
  | 'id'
  | 'job_id'
  | 'integration_id'
  | 'owner_id'
  | 'attempt'
  | 'succeeded'
  | 'status_code'
  | 'processing_time'
  | 'error_detail'
> &
  Pick<Rows['jobs'], 'event_id' | 'triggered_by'>

export async function insertStream(db: Database, { id, owner_id, filter }: OpenStream): Promise<void> {
  const text = `with gone as (delete from delivery_streams where seen_at < now() - interval '1 minute')
    insert into delivery_streams (id, owner_id, filter, seen_at) values ($1, $2, $3, now())`
  await query(db, text, [id, owner_id, JSON.stringify(filter)])
}

/** Confirms that streams are open, and inserts them again if a database crash has lost them. */
export async function confirmStreams(db: Database, streams: readonly OpenStream[]): Promise<void> {
  const text = `insert into delivery_streams (id, owner_id, filter, seen_at)
    select (s->>'id')::uuid, (s->>'owner_id')::uuid, s->'filter', now() from jsonb_array_elements($1::jsonb) as s
    on conflict (id) do update set seen_at = now()`
  await query(db, text, [JSON.stringify(streams)])
}

export async function deleteStreams(db: Database, ids: readonly string[]): Promise<void> {
  await query(db, 'delete from delivery_streams where id = any($1)', [uuidArray(ids)])
}

export async function notifyStreams(db: Database, payloads: readonly string[]): Promise<void> {
  const text = 'select pg_notify($1, payload) from unnest($2::text[]) as payload'
  await query(db, text, [DELIVERIES_CHANNEL, payloads])
}

const FROM = 'from logs l join jobs j on j.id = l.job_id'
const ROWS = `select l.id, l.job_id, l.integration_id, l.owner_id, l.attempt, l.succeeded, l.status_code,
    l.processing_time, l.error_detail, j.event_id, j.triggered_by ${FROM}`

/** Returns the logs that exist, oldest first. The range of ids lets PostgreSQL prune partitions. */
export function selectDeliveries(db: Database, ids: readonly string[]): Promise<DeliveryRow[]> {
  const sorted = ids.toSorted()
  const text = `${ROWS} where l.id = any($1) and l.id >= $2 and l.id <= $3 order by l.id`
  return query<DeliveryRow>(db, text, [uuidArray(sorted), sorted[0], sorted.at(-1)])
}

type Shown = Pick<OpenStream, 'owner_id' | 'filter'>
type Range = { after: string; limit: number }

export function selectDeliveriesAfter(db: Database, shown: Shown, range: Range): Promise<DeliveryRow[]> {
  return query<DeliveryRow>(db, `${ROWS} ${AFTER} order by l.id limit $6`, valuesOf(shown, range))
}

export async function countDeliveriesAfter(db: Database, shown: Shown, range: Range): Promise<number> {
  const text = `select count(*)::int as count from (select 1 ${FROM} ${AFTER} limit $6) as found`
  return (await query<{ count: number }>(db, text, valuesOf(shown, range)))[0]?.count ?? 0
}

const AFTER = `where l.owner_id = $1 and l.id > $2
  and ($3::uuid[] is null or l.integration_id = any($3)) and ($4::boolean is null or l.succeeded = $4)
  and ($5::text[] is null or j.triggered_by like any($5))`

function valuesOf({ owner_id, filter }: Shown, { after, limit }: Range): unknown[] {
  const { integration_ids, keys, succeeded } = filter
  const ids = integration_ids === null ? null : uuidArray(integration_ids)
  return [owner_id, after, ids, succeeded, keys?.map(likePattern) ?? null, limit]
}

/** Converts `order.*` to `order.%`. The result may match more than the pattern, so callers check again. */
function likePattern(key: string): string {
  return key.replaceAll(/[\\%_]/g, '\\$&').replace(/\*$/, '%')
}
