import type { Executor } from '../../db/database.ts'
import { type Listed, list } from '../../db/list.ts'
import { MINUTE } from '../../kernel/duration.ts'
import type { ListDefinition, ListRequest } from '../../kernel/lists/list.ts'
import { quantileOf } from '../../series/rules/histogram.ts'
import type { Slot, Span } from '../../series/store.ts'
import { HEALTH_STATUSES, type HealthStatus } from '../rules/health-summary.ts'
import { type Attempts, type IntegrationState, type LatestLogs, STATE, WINDOW_MS } from './health.ts'

export const healthList: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    name: { kind: 'text', column: 'name' },
    status: { kind: 'choice', choices: HEALTH_STATUSES, column: 'status', sortable: false },
    created_at: { kind: 'id_time', column: 'id' },
  },
  default_sort: 'created_at',
  max_offset: null,
}

/** An integration with its status, computed from the series from `since` on (milliseconds since the epoch). */
export type HealthRow = IntegrationState & { status: HealthStatus }

export function listHealthRows(
  db: Executor,
  owner_id: string,
  request: ListRequest,
  since: number,
): Promise<Listed<HealthRow>> {
  const columns = `${STATE}, status`
  const where = (bind: (value: unknown) => string) => `owner_id = ${bind(owner_id)}`
  return list(db, { columns, from: withStatus(since), where }, request)
}

/** Applies the rules of `statusOf` in SQL. Workers report that they probe in the state of their lanes. */
const withStatus = (since: number) => `(
  select i.id, i.owner_id, i.name, i.enabled, i.disabled_reason, i.integration_type, i.configuration, s.failing_since,
         case when not i.enabled then 'disabled'
              when p.id is not null then 'failing'
              when coalesce(a.attempts, 0) = 0 then 'idle'
              when a.succeeded = 0 then 'failing'
              when a.succeeded = a.attempts then 'healthy'
              else 'degraded' end as status
    from integrations i
    left join integration_states s on s.integration_id = i.id
    left join (select distinct l.id from workers cross join lateral jsonb_each(lanes) as l(id, lane)
                where (lane ->> 'probing')::boolean) as p on p.id = i.id::text
    left join lateral (select sum(m.attempts) as attempts, sum(m.succeeded) as succeeded from series_minutes m
                        where m.subject_id = i.id and m.at >= to_timestamp(${since / 1000})) as a on true
   where i.deleted_at is null
) as health`

/** The last hour in whole minutes, including the current minute. */
export function lastHour(now: number): Span {
  const to = Math.floor(now / MINUTE) * MINUTE + MINUTE
  return { from: to - WINDOW_MS, to, step_ms: MINUTE }
}

/** Attempts of an integration from its minutes. */
export function attemptsOf(slots: readonly Slot[], latest: LatestLogs): Attempts {
  const durations: number[] = []
  for (const slot of slots) {
    for (const [bucket, count] of slot.durations.entries()) durations[bucket] = (durations[bucket] ?? 0) + count
  }
  return {
    count: slots.reduce((sum, slot) => sum + slot.attempts, 0),
    succeeded: slots.reduce((sum, slot) => sum + slot.succeeded, 0),
    p50: quantileOf(durations, 0.5),
    p95: quantileOf(durations, 0.95),
    p99: quantileOf(durations, 0.99),
    last_succeeded: latest.last_succeeded,
    last_failed: latest.last_failed,
  }
}
