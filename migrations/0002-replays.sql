-- A replay makes new jobs for events of the past. Its position moves in the transaction that makes them.
create type replay_status as enum ('running', 'paused', 'completed', 'cancelled');

create table replays (
  id              uuid primary key,
  organization_id uuid not null,
  owner_id        uuid not null,
  integration_id  uuid not null references integrations (id),
  target_id       uuid not null references integrations (id),
  selection       text not null check (selection in ('all', 'failed')),
  keys            text[] not null,
  from_time       timestamptz(3) not null,
  to_time         timestamptz(3) not null,
  rate            integer not null,
  status          replay_status not null,
  status_detail   text,
  -- The last event, or failed job, that was looked at.
  position        uuid not null,
  scanned         bigint not null default 0,
  enqueued        bigint not null default 0,
  next_at         timestamptz(3),
  version         bigint not null default 1,
  updated_at      timestamptz(3) not null,
  finished_at     timestamptz(3)
);
create index replays_integration on replays (integration_id, id);
create index replays_due on replays (next_at) where next_at is not null;

-- Jobs of replays give way to jobs of new events: priority 0 is live, 1 is replayed.
alter table jobs add column replay_id uuid;
alter table jobs add column priority smallint not null default 0;
drop index jobs_due;
create index jobs_due on jobs (integration_id, priority, next_at) where next_at is not null;
