import { plainArray, textArray, uuidArray } from '../db/arrays.ts'
import { type Database, type Executor, query } from '../db/database.ts'
import { type Listed, list } from '../db/list.ts'
import { prepared } from '../db/prepared.ts'
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
  /** The revision of the integrations that the jobs were created from. */
  revision: number
  now: number
  /** Of the audit log, about the change that the events report. */
  entry?: AuditRow | null
}

export type BatchResult = {
  /** The revision of the integrations in force; nothing was appended when it is not the batch's. */
  revision: number
  /** Whether the lessee could lease them; its jobs were inserted free otherwise. */
  leased: boolean
}

/**
 * Appends events and their jobs in one statement, or nothing at all when the integrations have changed since `revision`.
 * It costs three lookups in small tables in addition to the inserts. The lessee's row is locked, so that it cannot be swept
 * as dead before the commit makes its leases visible.
 */
export async function appendBatch(db: Database, batch: Batch): Promise<BatchResult> {
  const { entry = null } = batch
  const rows =
    entry === null
      ? await query<ResultRow>(db, APPEND, columnsOf(batch))
      : await query<ResultRow>(db, APPEND_AUDITED, [...columnsOf(batch), ...AUDIT_COLUMNS.map(([name]) => entry[name])])
  return readResult(rows[0])
}

/**
 * The same for events of other systems, some with keys that must stay unique per owner. `keys` belong to the events
 * at the same positions; null for events without one. An event whose key is taken is left out with its jobs.
 * Returns also the ids of the keyed events that were appended.
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
  // One order for all writers, so that they cannot deadlock.
  keyed.sort((a, b) => (a.owner_id + a.key < b.owner_id + b.key ? -1 : 1))
  const rows = await query<ResultRow & { appended: string[] }>(db, APPEND_KEYED, [
    ...columnsOf(batch),
    uuidArray(keyed.map((row) => row.owner_id)),
    textArray(keyed.map((row) => row.key)),
    uuidArray(keyed.map((row) => row.event_id)),
  ])
  return { ...readResult(rows[0]), appended: new Set(rows[0]?.appended) }
}

export type EventSize = { id: string; payload_bytes: number }

/** One page of an owner's events, each by its id and the size of its payload. */
export function listEventSizes(db: Executor, owner_id: string, request: ListRequest): Promise<Listed<EventSize>> {
  const columns = 'id, octet_length(payload) as payload_bytes'
  return list(db, { columns, from: 'events', where: (bind) => `owner_id = ${bind(owner_id)}` }, request)
}

/** Bytes of the payload of an event; 0 without one. */
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

export type FirstResult = { owner_id: string; key: string; event_id: string; triggered_by: string | null }

/** The events that were first published under the given keys. */
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

function columnsOf(batch: Batch): unknown[] {
  return [batch.revision, ...eventColumns(batch), ...jobColumns(batch), traceparents(batch), orderKeys(batch)]
}

function traceparents({ events }: Batch): Buffer | null {
  return textArray(events.map((event) => event.traceparent))
}

/** Null where no job has one. */
function orderKeys({ jobs }: Batch): Buffer | null {
  return jobs.some(({ order_key }) => order_key !== null) ? textArray(jobs.map(({ order_key }) => order_key)) : null
}

function eventColumns({ events }: Batch): unknown[] {
  return [
    uuidArray(events.map((event) => event.id)),
    uuidArray(events.map((event) => event.organization_id)),
    uuidArray(events.map(ownerId)),
    textArray(events.map((event) => event.triggered_by)),
    plainArray(events.map((event) => event.resource_version)),
    textArray(events.map((event) => event.external_id)),
    textArray(events.map((event) => event.payload)),
  ]
}

function jobColumns({ jobs, now }: Batch): unknown[] {
  const leased = lowest(jobs.filter((job) => job.worker_id !== null))
  return [
    uuidArray(jobs.map((job) => job.id)),
    uuidArray(jobs.map((job) => job.event.id)),
    uuidArray(jobs.map((job) => job.integration_id)),
    uuidArray(jobs.map((job) => ownerId(job.event))),
    textArray(jobs.map((job) => job.triggered_by)),
    plainArray(jobs.map((job) => job.worker_id !== null)),
    new Date(now),
    leased?.worker_id ?? null,
    leased === undefined ? null : new Date(timeOfId(leased.id)),
  ]
}

// The lease of a job created before that time, by a clock that is behind, would be overlooked when the lessee dies.
const CURRENT = `current as (select value from revisions where name = 'integrations'),
lessee as (
  select id from workers where id = $16 and (select none_before from leases_at_birth) <= $17 for key share
)`

const NEW_EVENTS = `unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::bigint[], $7::text[], $8::text[],
    $18::text[]) as n(id, organization_id, owner_id, triggered_by, resource_version, external_id, payload, traceparent)`

const NEW_JOBS = `select n.id, n.event_id, n.integration_id, n.owner_id, n.triggered_by,
    case when l.id is null then 'pending' else 'delivering' end::job_status,
    case when l.id is null then $15::timestamptz end,
    $15::timestamptz, l.id, (l.id is not null)::integer, (l.id is not null)::integer, n.order_key
  from unnest($9::uuid[], $10::uuid[], $11::uuid[], $12::uuid[], $13::text[], $14::boolean[], $19::text[])
    as n(id, event_id, integration_id, owner_id, triggered_by, leased, order_key)
  left join lessee l on n.leased`

const EVENT_COLUMNS = 'id, organization_id, owner_id, triggered_by, resource_version, external_id, payload, traceparent'
const JOB_COLUMNS =
  'id, event_id, integration_id, owner_id, triggered_by, status, next_at, updated_at, worker_id, generation, attempts, order_key'

const NEW_ROWS = `new_events as (
  insert into events (${EVENT_COLUMNS})
  select ${EVENT_COLUMNS} from ${NEW_EVENTS} where (select value from current) = $1
),
new_jobs as (
  insert into jobs (${JOB_COLUMNS}) ${NEW_JOBS} where (select value from current) = $1
)`

const RESULT = 'select value, exists (select 1 from lessee) as leased from current'

const APPEND = prepared(`with ${CURRENT}, ${NEW_ROWS} ${RESULT}`)

const AUDIT_TYPES = {
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

const AUDIT_COLUMNS = Object.entries(AUDIT_TYPES) as [keyof AuditRow, string][]

const APPEND_AUDITED = prepared(`with ${CURRENT}, ${NEW_ROWS},
new_entry as (
  insert into audit_entries (${AUDIT_COLUMNS.map(([name]) => name).join(', ')})
  select ${AUDIT_COLUMNS.map(([, type], index) => `$${20 + index}::${type}`).join(', ')} where (select value from current) = $1
)
${RESULT}`)

const APPEND_KEYED = `with ${CURRENT},
keys as (
  insert into event_keys (owner_id, key, event_id)
  select n.owner_id, n.key, n.event_id
    from unnest($20::uuid[], $21::text[], $22::uuid[]) as n(owner_id, key, event_id)
   where (select value from current) = $1
  on conflict do nothing returning event_id
),
new_events as (
  insert into events (${EVENT_COLUMNS})
  select ${EVENT_COLUMNS} from ${NEW_EVENTS}
   where (select value from current) = $1
     and (n.id <> all ($22::uuid[]) or n.id in (select event_id from keys))
),
new_jobs as (
  insert into jobs (${JOB_COLUMNS}) ${NEW_JOBS}
   where (select value from current) = $1
     and (n.event_id <> all ($22::uuid[]) or n.event_id in (select event_id from keys))
)
select value, exists (select 1 from lessee) as leased, array(select event_id from keys) as appended from current`

/** Due first attempts of an owner's integrations without a rate limit that no worker probes, counted up to `limit`. */
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

/** Adds to the numbers of events that the filters of integrations kept back. In the order of their ids, as every writer. */
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

/** How many events the filters of integrations kept back, and when the last one; those of which none was are missing. */
export async function readFiltered(
  db: Executor,
  integration_ids: readonly string[],
): Promise<Map<string, FilteredRow>> {
  const text = 'select integration_id, events, last_at from filtered_events where integration_id = any($1)'
  const rows = await query<FilteredRow & { integration_id: string }>(db, text, [uuidArray(integration_ids)])
  return new Map(rows.map(({ integration_id, ...row }) => [integration_id, row]))
}
