-- When the secret that signs deliveries was set; null when that was before this was recorded.
alter table integrations add column secret_since timestamptz(3);

-- Replays of what was cancelled, and of what was missed: they look for jobs of an event that other replays have created, by
-- the index of those.
alter table replays drop constraint replays_selection_check;
alter table replays add constraint replays_selection_check check (selection in ('all', 'failed', 'cancelled', 'missed'));

-- A run retries or cancels jobs that exist. Its position moves in the transaction that changes them.
create table job_runs (
  id              uuid primary key,
  organization_id uuid not null,
  owner_id        uuid not null,
  action          text not null check (action in ('retry', 'cancel')),
  -- The jobs, in order; null for those that match the filter.
  job_ids         uuid[],
  -- Whose jobs are looked through, in turns; empty when the jobs are named.
  integration_ids uuid[] not null,
  statuses        text[] not null,
  -- Null for all.
  keys            text[],
  from_time       timestamptz(3) not null,
  to_time         timestamptz(3) not null,
  rate            integer not null,
  status          replay_status not null,
  status_detail   text,
  -- Jobs that matched when the run was created, counted up to a limit.
  total           integer not null,
  is_total_exact  boolean not null,
  -- The last job that was looked at: of each integration, or of those that are named; the highest id when it is done.
  positions       uuid[] not null,
  -- The integration that is next.
  next_index      integer not null default 0,
  scanned         bigint not null default 0,
  changed         bigint not null default 0,
  -- Matching jobs that could not be changed: how many, by reason.
  skipped         json not null default '{}',
  next_at         timestamptz(3),
  finished_at     timestamptz(3),
  updated_at      timestamptz(3) not null,
  version         bigint not null default 1
);
create index job_runs_owner on job_runs (owner_id, id);
create index job_runs_due on job_runs (next_at) where next_at is not null;

-- The last run that changed the job.
alter table jobs add column run_id uuid;
