import { plainArray, textArray, uuidArray } from '../db/arrays.ts'
import { type Database, type Executor, query } from '../db/database.ts'
import { type Listed, list } from '../db/list.ts'
import { preparedStatement, statement } from '../db/prepared.ts'
import type { Rows } from '../db/rows.ts'
import type { AuditRow, Event } from '../event-types/event.ts'
import { timeOfId } from '../kernel/ids.ts'
import type { ListRequest } from '../kernel/lists/list.ts'
import { ownerId } from '../kernel/owner.ts'
import type { NewJob } from './jobs.ts'

export type EventRow = Rows['events']

export type Batch = {
  events: readonly Event[]
  jobs: readonly NewJob[]
  /** Revision of the integrations that the jobs were created from. */
  revision: number
  now: number
  /** Audit log entry about the change that the events report. */
  entry?: AuditRow | null
}

export type BatchResult = {
  /** Current revision of the integrations; nothing was appended if it differs from the batch's. */
  revision: number
  /** False if the worker could no longer lease jobs; they were then inserted free. */
  leased: boolean
}

/**
 * Appends events and their jobs in one statement, or nothing at all if the integrations have changed since `revision`. Costs
 * three lookups in small tables in addition to the inserts. Locks the row of the leasing worker, so that it cannot be swept as
 * dead before the commit makes its leases visible.
 */
export async function appendBatch(db: Database, batch: Batch): Promise<BatchResult> {
  const { entry = null } = batch
  const rows =
    entry === null
      ? await query<ResultRow>(db, APPEND.text, APPEND.bind(valuesOf(batch)))
      : await query<ResultRow>(db, APPEND_AUDITED.text, APPEND_AUDITED.bind({ ...valuesOf(batch), ...entry }))
  return readResult(rows[0])
}

/**
 * Appends events of other systems, some with keys that must be unique per owner. `keys` has the same order as the events, with
 * null for events without a key. Skips events whose key exists, and their jobs. Also returns the ids of the keyed events that
 * were appended.
 */
export async function appendKeyedBatch(
  db: Database,
  batch: Batch,
  keys: readonly (string | null)[],
): Promise<BatchResult & { appended: Set<string> }> {
  const keyed = batch.events.flatMap((event, index) => {
    const key = keys[index]
    return typeof key === 'string' ? [{ owner_id: ownerId(event), key, event_id: event.id }] : []
  })
  // The same order for all writers, so that they cannot deadlock.
  keyed.sort((a, b) => (a.owner_id + a.key < b.owner_id + b.key ? -1 : 1))
  const values = APPEND_KEYED.bind({
    ...valuesOf(batch),
    keyed_owner_ids: uuidArray(keyed.map((row) => row.owner_id)),
    keys: textArray(keyed.map((row) => row.key)),
    keyed_event_ids: uuidArray(keyed.map((row) => row.event_id)),
  })
  const rows = await query<ResultRow & { appended: string[] }>(db, APPEND_KEYED.text, values)
  return { ...readResult(rows[0]), appended: new Set(rows[0]?.appended) }
}

export type EventSize = { id: string; payload_bytes: number }

/** Lists one page of an owner's events, with only their ids and the sizes of their payloads. */
export function listEventSizes(db: Executor, owner_id: string, request: ListRequest): Promise<Listed<EventSize>> {
  const columns = 'id, octet_length(payload) as payload_bytes'
  return list(db, { columns, from: 'events', where: (bind) => `owner_id = ${bind(owner_id)}` }, request)
}

/** Size of the payload of an event in bytes; 0 if there is no such event. */
export async function selectPayloadBytes(db: Executor, id: string): Promise<number> {
  const rows = await query<EventSize>(
    db,
    'select id, octet_length(payload) as payload_bytes from events where id = $1',
    [id],
  )
  return rows[0]?.payload_bytes ?? 0
}

/** Null for an unknown event. */
export async function selectEventOwner(db: Executor, id: string): Promise<string | null> {
  const rows = await query<Pick<EventRow, 'owner_id'>>(db, 'select owner_id from events where id = $1', [id])
  return rows[0]?.owner_id ?? null
}

export async function selectEvent(db: Executor, id: string): Promise<EventRow | undefined> {
  return (await query<EventRow>(db, 'select * from events where id = $1', [id]))[0]
}

export function selectEvents(db: Executor, ids: readonly string[]): Promise<EventRow[]> {
  return query(db, 'select * from events where id = any($1::uuid[])', [uuidArray(ids)])
}

/** Events of an owner among these, without those whose payload has more bytes than `most`. */
export function selectSmallEvents(
  db: Executor,
  owner_id: string,
  ids: readonly string[],
  most: number,
): Promise<EventRow[]> {
  const text = 'select * from events where id = any($1::uuid[]) and owner_id = $2 and octet_length(payload) <= $3'
  return query(db, text, [uuidArray(ids), owner_id, most])
}

export type FirstResult = { owner_id: string; key: string; event_id: string; triggered_by: string | null }

export async function findFirstResults(
  db: Database,
  keyed: readonly { owner_id: string; key: string }[],
): Promise<FirstResult[]> {
  return query<FirstResult>(
    db,
    `select i.owner_id, i.key, i.event_id, e.triggered_by
       from unnest($1::uuid[], $2::text[]) as k(owner_id, key)
       join event_keys i on i.owner_id = k.owner_id and i.key = k.key
       left join events e on e.id = i.event_id`,
    [uuidArray(keyed.map((row) => row.owner_id)), textArray(keyed.map((row) => row.key))],
  )
}

type ResultRow = { value: number; leased: boolean }

function readResult(row: ResultRow | undefined): BatchResult {
  if (row === undefined) throw new Error('The counter of integration revisions is missing.')
  return { revision: row.value, leased: row.leased }
}

function lowest(jobs: readonly NewJob[]): NewJob | undefined {
  return jobs.reduce<NewJob | undefined>(
    (least, job) => (least === undefined || job.id < least.id ? job : least),
    undefined,
  )
}

function valuesOf({ events, jobs, revision, now }: Batch): Record<(typeof BATCH)[number], unknown> {
  const leased = lowest(jobs.filter((job) => job.worker_id !== null))
  return {
    revision,
    event_ids: uuidArray(events.map((event) => event.id)),
    event_organization_ids: uuidArray(events.map((event) => event.organization_id)),
    event_owner_ids: uuidArray(events.map(ownerId)),
    event_triggers: textArray(events.map((event) => event.triggered_by)),
    resource_versions: plainArray(events.map((event) => event.resource_version)),
    external_ids: textArray(events.map((event) => event.external_id)),
    payloads: textArray(events.map((event) => event.payload)),
    traceparents: textArray(events.map((event) => event.traceparent)),
    job_ids: uuidArray(jobs.map((job) => job.id)),
    job_event_ids: uuidArray(jobs.map((job) => job.event.id)),
    integration_ids: uuidArray(jobs.map((job) => job.integration_id)),
    job_owner_ids: uuidArray(jobs.map((job) => ownerId(job.event))),
    job_triggers: textArray(jobs.map((job) => job.triggered_by)),
    leased: plainArray(jobs.map((job) => job.worker_id !== null)),
    order_keys: textArray(jobs.map(({ order_key }) => order_key)),
    now: new Date(now),
    worker_id: leased?.worker_id ?? null,
    first_leased_at: leased === undefined ? null : new Date(timeOfId(leased.id)),
  }
}

const BATCH = [
  'revision',
  'event_ids',
  'event_organization_ids',
  'event_owner_ids',
  'event_triggers',
  'resource_versions',
  'external_ids',
  'payloads',
  'traceparents',
  'job_ids',
  'job_event_ids',
  'integration_ids',
  'job_owner_ids',
  'job_triggers',
  'leased',
  'order_keys',
  'now',
  'worker_id',
  'first_leased_at',
] as const

/** Parts that a statement adds, and the condition for events to append. */
type StatementParts = { first?: string; last?: string; andWhere?: (event_id: string) => string; result?: string }

// A worker whose clock is behind must not lease: the lease of a job created before `none_before` would be missed when the worker
// dies.
function appending({ first = '', last = '', andWhere = () => '', result = '' }: StatementParts): string {
  return `with current as (
  select value from revisions where name = 'integrations'
),
lessee as (
  select id from workers
   where id = :worker_id and (select none_before from leases_at_birth) <= :first_leased_at for key share
),
${first}
new_events as (
  insert into events (id, organization_id, owner_id, triggered_by, resource_version, external_id, payload, traceparent)
  select n.*
    from unnest(:event_ids::uuid[], :event_organization_ids::uuid[], :event_owner_ids::uuid[], :event_triggers::text[],
                :resource_versions::bigint[], :external_ids::text[], :payloads::text[], :traceparents::text[])
      as n(id, organization_id, owner_id, triggered_by, resource_version, external_id, payload, traceparent)
   where (select value from current) = :revision ${andWhere('n.id')}
),
new_jobs as (
  insert into jobs (id, event_id, integration_id, owner_id, triggered_by, status, next_at, updated_at, worker_id,
                    generation, attempts, order_key)
  select n.id, n.event_id, n.integration_id, n.owner_id, n.triggered_by,
         case when l.id is null then 'pending' else 'delivering' end::job_status,
         case when l.id is null then :now::timestamptz end, :now::timestamptz, l.id,
         (l.id is not null)::integer, (l.id is not null)::integer, n.order_key
    from unnest(:job_ids::uuid[], :job_event_ids::uuid[], :integration_ids::uuid[], :job_owner_ids::uuid[],
                :job_triggers::text[], :leased::boolean[], :order_keys::text[])
      as n(id, event_id, integration_id, owner_id, triggered_by, leased, order_key)
    left join lessee l on n.leased
   where (select value from current) = :revision ${andWhere('n.event_id')}
)
${last}
select value, exists (select 1 from lessee) as leased ${result} from current`
}

const APPEND = preparedStatement(BATCH, appending({}))

const ENTRY_TYPES = {
  id: 'uuid',
  organization_id: 'uuid',
  owner_id: 'uuid',
  actor_type: 'text',
  actor_id: 'uuid',
  session_id: 'uuid',
  operation: 'text',
  resource_type: 'text',
  resource_id: 'text',
  within_type: 'text',
  within_id: 'text',
  request_id: 'text',
  address: 'text',
  user_agent: 'text',
  changes: 'text',
  changes_count: 'integer',
} as const satisfies Record<keyof AuditRow, string>

const ENTRY = Object.keys(ENTRY_TYPES) as (keyof AuditRow)[]

const APPEND_AUDITED = preparedStatement(
  [...BATCH, ...ENTRY],
  appending({
    last: `, new_entry as (
  insert into audit_entries (${ENTRY.join(', ')})
  select ${ENTRY.map((name) => `:${name}::${ENTRY_TYPES[name]}`).join(', ')} where (select value from current) = :revision
)`,
  }),
)

const APPEND_KEYED = statement(
  [...BATCH, 'keyed_owner_ids', 'keys', 'keyed_event_ids'],
  appending({
    first: `keys as (
  insert into event_keys (owner_id, key, event_id)
  select n.owner_id, n.key, n.event_id
    from unnest(:keyed_owner_ids::uuid[], :keys::text[], :keyed_event_ids::uuid[]) as n(owner_id, key, event_id)
   where (select value from current) = :revision
  on conflict do nothing returning event_id
),`,
    andWhere: (id) => `and (${id} <> all (:keyed_event_ids::uuid[]) or ${id} in (select event_id from keys))`,
    result: ', array(select event_id from keys) as appended',
  }),
)

/**
 * Counts due first attempts of an owner's integrations, up to `limit`, without integrations that have a rate limit or are probed.
 */
export async function countWaiting(db: Database, owner_id: string, limit: number): Promise<number> {
  const rows = await query<{ waiting: number }>(
    db,
    `select count(*) as waiting from (
       select 1 from integrations i
        cross join lateral (
          select 1 from jobs j
           where j.integration_id = i.id and j.priority = 0 and j.next_at <= now() limit $2
        ) due
        where i.owner_id = $1 and i.enabled and i.deleted_at is null and i.rate_limit is null
          and not exists (select 1 from workers w where (w.lanes -> i.id::text ->> 'probing')::boolean)
        limit $2
     ) as waiting`,
    [owner_id, limit],
  )
  return rows[0]?.waiting ?? 0
}

/** Adds to the counts of events that filters excluded. Sorted by id like every writer, to prevent deadlocks. */
export async function addFiltered(db: Database, counts: readonly (readonly [string, number])[]): Promise<void> {
  await query(
    db,
    `insert into filtered_events as f (integration_id, events, last_at)
     select n.integration_id, n.events, now() from unnest($1::uuid[], $2::bigint[]) as n(integration_id, events)
      order by n.integration_id
     on conflict (integration_id) do update set events = f.events + excluded.events, last_at = excluded.last_at`,
    [counts.map(([integration_id]) => integration_id), counts.map(([, events]) => events)],
  )
}

type FilteredRow = Pick<Rows['filtered_events'], 'events'> & { last_at: Date | null }

/**
 * Reads how many events the filters of integrations have excluded, and when last; integrations without excluded events are
 * missing.
 */
export async function readFiltered(
  db: Executor,
  integration_ids: readonly string[],
): Promise<Map<string, FilteredRow>> {
  const text = 'select integration_id, events, last_at from filtered_events where integration_id = any($1)'
  const rows = await query<FilteredRow & { integration_id: string }>(db, text, [uuidArray(integration_ids)])
  return new Map(rows.map(({ integration_id, ...row }) => [integration_id, row]))
}
