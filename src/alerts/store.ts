import { plainArray, textArray, timeArray, uuidArray } from '../db/arrays.ts'
import { type Database, query, type Transaction } from '../db/database.ts'
import { dueBy } from '../db/due/due.ts'
import { firstDueRow, noteServed, organizationOf, servedOwners } from '../db/due/owner-order.ts'
import { newId } from '../db/new-id.ts'
import type { StorableText } from '../kernel/text/storable.ts'
import { type Alert, MAX_BACKLOG, type MessageKind, type Problem } from './alert.ts'
import type { Changes, OpenIncident } from './rules/incidents.ts'
import type { Facts } from './rules/problems.ts'

/** Returns the ids that are not integrations of the owner. */
export async function selectMissing(db: Database, owner_id: string, ids: readonly string[]): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    `select id from unnest($2::uuid[]) as wanted (id)
      where not exists (select from integrations as i where i.id = wanted.id and owner_id = $1 and deleted_at is null)`,
    [owner_id, plainArray(ids)],
  )
  return rows.map(({ id }) => id)
}

/**
 * Takes a lock until the transaction ends, so that only one process evaluates alerts at a time. Returns false if it is
 * taken.
 */
export async function takeEvaluation(tx: Transaction): Promise<boolean> {
  const [row] = await query<{ taken: boolean }>(
    tx,
    `select pg_try_advisory_xact_lock(hashtext('tidings.alerts')) as taken`,
    [],
  )
  return row?.taken === true
}

export async function hasAlerts(db: Database): Promise<boolean> {
  return (await query(db, 'select 1 from alerts limit 1', [])).length > 0
}

/**
 * Returns the facts about integrations of enabled alerts that may have a problem. An index counts the jobs of each
 * integration once for all alerts, up to the highest threshold.
 */
export function selectFacts(tx: Transaction): Promise<Facts[]> {
  return query<Facts>(
    tx,
    `with reported as materialized (
       select alerts.owner_id, alerts.id as alert_id, integrations.id as integration_id, failing_minutes, backlog,
              case when integrations.enabled then failing_since end as failing_since,
              case when alerts.disabled and not integrations.enabled then disabled_reason end as disabled_reason,
              integrations.enabled as is_enabled
         from alerts
         join integrations on integrations.owner_id = alerts.owner_id and deleted_at is null
          and (integration_ids is null or integration_ids ? integrations.id::text)
         left join integration_states on integration_id = integrations.id
        where alerts.enabled
     ),
     counted as materialized (
       select integration_id,
              (select count(*) from (
                 select from jobs where jobs.integration_id = bounds.integration_id and next_at is not null
                  limit least(bound, ${MAX_BACKLOG}) + 1) as jobs) as waiting
         from (select integration_id, max(backlog) as bound from reported where is_enabled group by integration_id) as bounds
        where bound is not null
     )
     select owner_id, alert_id, integration_id, failing_since, failing_minutes, disabled_reason, backlog, waiting
       from reported left join counted using (integration_id)
      where failing_since is not null or disabled_reason is not null or 2 * waiting > backlog`,
    [],
  )
}

export function selectOpen(tx: Transaction): Promise<OpenIncident[]> {
  return query<OpenIncident>(
    tx,
    `select incidents.owner_id, incidents.id, alert_id, incidents.integration_id, problem, notified_at,
            alerts.enabled and integrations.enabled and deleted_at is null as is_reported
       from alert_incidents as incidents
       join alerts on alerts.owner_id = incidents.owner_id and alerts.id = alert_id
       join integrations on integrations.id = incidents.integration_id
      where resolved_at is null`,
    [],
  )
}

/** Opens and resolves incidents; their messages are due immediately. */
export async function applyChanges(tx: Transaction, { opened, resolved }: Changes, now: number): Promise<void> {
  const at = new Date(now)
  if (opened.length > 0)
    await query(
      tx,
      `insert into alert_incidents (owner_id, id, alert_id, integration_id, problem, detail, since, updated_at, opened_at, message, message_at)
       select *, $8, $8, 'opened', $8
         from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::timestamptz[])
       on conflict do nothing`,
      [
        uuidArray(opened.map(({ owner_id }) => owner_id)),
        uuidArray(opened.map(() => newId(now))),
        uuidArray(opened.map(({ alert_id }) => alert_id)),
        uuidArray(opened.map(({ integration_id }) => integration_id)),
        textArray(opened.map(({ problem }) => problem)),
        textArray(opened.map(({ detail }) => detail)),
        timeArray(opened.map(({ since }) => since)),
        at,
      ],
    )
  for (const is_notified of [true, false]) {
    const ids = resolved.filter((incident) => incident.is_notified === is_notified).map(({ id }) => id)
    if (ids.length === 0) continue
    await query(
      tx,
      `update alert_incidents set version = version + 1, updated_at = $2, resolved_at = $2, message = $3, message_at = $4, failed_tries = 0, last_error = null
        where id = any($1::uuid[])`,
      [plainArray(ids), at, is_notified ? 'resolved' : null, is_notified ? at : null],
    )
  }
}

export type DueIncident = {
  organization_id: string
  owner_id: string
  id: string
  alert_id: string
  integration_id: string
  integration_name: string
  problem: Problem
  message: MessageKind
  detail: string
  since: Date
  failed_tries: number
  message_at: Date
}

/** Maximum number of incidents in one message. */
const BATCH_SIZE = 50

export const MESSAGES_DUE = dueBy('alert_incidents', 'message_at')

const FIRST_DUE = firstDueRow({ table: 'alert_incidents', column: 'message_at', served: '$3' })

/**
 * Leases the due incidents of one alert until `until`; if this process dies, another retries after that. Empty if
 * nothing is due.
 */
export async function takeDue(db: Database, now: number, until: number): Promise<DueIncident[]> {
  const due = await query<DueIncident>(
    db,
    `with first as (${FIRST_DUE}), due as (
       select incidents.owner_id, incidents.id from alert_incidents as incidents join first using (owner_id, alert_id)
        where incidents.message_at <= $1 order by incidents.id limit ${BATCH_SIZE} for update of incidents skip locked
     )
     update alert_incidents as taken set message_at = $2
       from due, integrations
      where taken.owner_id = due.owner_id and taken.id = due.id and integrations.id = taken.integration_id
      returning ${organizationOf('taken.owner_id')} as organization_id, taken.owner_id, taken.id, taken.alert_id,
                taken.integration_id, name as integration_name, problem, message, detail, since, failed_tries, message_at`,
    [new Date(now), new Date(until), servedOwners(db, 'alert_incidents')],
  )
  for (const incident of due) noteServed(db, 'alert_incidents', incident)
  return due
}

type Sent = { incidents: readonly DueIncident[]; now: number; remind_at: number | null }

/** Records a sent message. An incident that was resolved meanwhile keeps its new message. */
export async function recordSent(db: Database, { incidents, now, remind_at }: Sent): Promise<void> {
  await query(
    db,
    `update alert_incidents
        set version = version + 1, updated_at = $2, notified_at = $2, failed_tries = 0, last_error = null,
            message = case when resolved_at is null and $3::timestamptz is not null then 'reminder' end,
            message_at = case when resolved_at is null then $3::timestamptz end
       from unnest($1::uuid[], $4::timestamptz[]) as sent (sent_id, taken_until)
      where id = sent_id and message_at = taken_until`,
    [
      uuidArray(incidents.map(({ id }) => id)),
      new Date(now),
      remind_at === null ? null : new Date(remind_at),
      timeArray(incidents.map(({ message_at }) => message_at.getTime())),
    ],
  )
}

type Failed = { incidents: readonly DueIncident[]; now: number; error: StorableText; retry_at: number | null }

/** Records that a message could not be sent; without `retry_at` it is abandoned. */
export async function recordFailed(db: Database, { incidents, now, error, retry_at }: Failed): Promise<void> {
  await query(
    db,
    `update alert_incidents
        set version = version + 1, updated_at = $5, failed_tries = failed_tries + 1, last_error = $2, message_at = $3,
            message = case when $3::timestamptz is not null then message end
       from unnest($1::uuid[], $4::timestamptz[]) as sent (sent_id, taken_until)
      where id = sent_id and message_at = taken_until`,
    [
      uuidArray(incidents.map(({ id }) => id)),
      error,
      retry_at === null ? null : new Date(retry_at),
      timeArray(incidents.map(({ message_at }) => message_at.getTime())),
      new Date(now),
    ],
  )
}

export type Destination = Pick<Alert, 'id' | 'channel' | 'recipients' | 'format' | 'secret'>

export type Reporting = Destination &
  Pick<Alert, 'name' | 'enabled' | 'remind_hours'> & { organization_id: string; owner_id: string; owner_name: string }

/** Returns an alert with the name of its store or organization; undefined if deleted. */
export async function selectAlert(db: Database, owner_id: string, id: string): Promise<Reporting | undefined> {
  const rows = await query<Reporting>(
    db,
    `select alerts.id, channel, recipients, format, secret, alerts.name, enabled, remind_hours, owner_id,
            coalesce(stores.organization_id, owner_id) as organization_id,
            coalesce(stores.name, organizations.name, '') as owner_name
       from alerts left join stores on stores.id = owner_id left join organizations on organizations.id = owner_id
      where owner_id = $1 and alerts.id = $2`,
    [owner_id, id],
  )
  return rows[0]
}

/** Deletes incidents that were resolved before a time. Returns their number. */
export async function deleteResolvedBefore(db: Database, time: number): Promise<number> {
  const rows = await query(db, 'delete from alert_incidents where resolved_at < $1 returning id', [new Date(time)])
  return rows.length
}
