import type { ColumnType, Generated, Kysely, Transaction as KyselyTransaction } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export type Tables = {
  organizations: { id: string; name: string; created_at: Date; updated_at: Date }
  stores: { id: string; organization_id: string; name: string; scope: string; created_at: Date; updated_at: Date }
  api_keys: {
    id: string
    organization_id: string
    store_id: string | null
    name: string
    client_id: string
    secret_hash: string
    created_at: Date
    revoked_at: Date | null
  }
  signing_keys: { id: string; secret: Buffer; created_at: Date }
  revisions: { name: string; value: number }
  integrations: {
    id: string
    organization_id: string
    owner_id: string
    integration_type: string
    name: string
    description: string
    enabled: boolean
    observes: string[]
    configuration: Json<Record<string, unknown>>
    secrets: Buffer | null
    previous_secret_until: Date | null
    disabled_reason: ColumnType<DisabledReason | null, string | null, string | null>
    cancelled_before: Generated<string>
    version: Generated<number>
    sealed_version: Generated<number>
    revision: number
    created_at: Date
    updated_at: Date
    deleted_at: Date | null
  }
  integration_states: { integration_id: string; failing_since: Date | null }
  events: {
    id: string
    organization_id: string
    owner_id: string
    triggered_by: string
    resource_version: number | null
    external_id: string | null
    payload: string
    traceparent: string | null
  }
  event_keys: { owner_id: string; key: string; event_id: string }
  jobs: {
    id: string
    event_id: string
    integration_id: string
    owner_id: string
    triggered_by: string
    status: JobStatus
    next_at: Date | null
    updated_at: Date
    worker_id: number | null
    lease_until: Date | null
    generation: Generated<number>
    attempts: Generated<number>
    step: Generated<number>
    manual_retries: Generated<number>
    replay_id: Generated<string | null>
    priority: Generated<number>
  }
  logs: {
    id: string
    job_id: string
    integration_id: string
    owner_id: string
    attempt: number
    succeeded: boolean
    status_code: number | null
    processing_time: number
    error_detail: string | null
    request_headers: string
    response_headers: string | null
    body: string | null
    body_truncated: Generated<boolean>
  }
  replays: {
    id: string
    organization_id: string
    owner_id: string
    integration_id: string
    target_id: string
    selection: 'all' | 'failed'
    keys: string[]
    from_time: Date
    to_time: Date
    rate: number
    status: ReplayStatus
    status_detail: string | null
    position: string
    scanned: Generated<number>
    enqueued: Generated<number>
    next_at: Date | null
    version: Generated<number>
    updated_at: Date
    finished_at: Date | null
  }
  partition_changes: {
    id: Generated<number>
    at: Generated<Date>
    name: string
    change: 'made' | 'dropped'
    row_estimate: number | null
  }
  workers: {
    id: Generated<number>
    started_at: Date
    heartbeat_at: Date
    lanes: ColumnType<Record<string, LaneState>, string, string>
  }
}

type JobStatus = 'pending' | 'delivering' | 'succeeded' | 'failed' | 'cancelled'

export type ReplayStatus = 'running' | 'paused' | 'completed' | 'cancelled'

/** How a worker treats one integration at the moment. */
export type LaneState = { cap: number; in_flight: number; waiting: number; failures: number; probing: boolean }

export type DisabledReason = { code: 'gone' | 'failing'; detail: string; at: string }

/** The database itself, or an open transaction of it. */
export type Database = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables>
