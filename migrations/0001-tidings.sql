-- Organizations own stores; almost everything else has an owner: a store, or the organization itself.
-- owner_id is the store's id at store level and the organization's own id at organization level.

create table organizations (
  id         uuid primary key,
  name       text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table stores (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  name            text not null,
  scope           text not null unique check (scope ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null
);
create index stores_organization on stores (organization_id, id);

create table settings (
  store_id    uuid primary key references stores (id),
  page_length integer not null default 25 check (page_length between 1 and 100),
  version     bigint not null default 1,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null
);

-- A key with a secret may ask for seller tokens; every key may ask for shopper tokens.
create table api_keys (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  store_id        uuid references stores (id),
  name            text not null,
  client_id       text not null unique,
  secret_hash     text not null,
  created_at      timestamptz(3) not null,
  revoked_at      timestamptz(3)
);
create index api_keys_revoked on api_keys (revoked_at) where revoked_at is not null;

-- Keys that sign access tokens, encrypted with the configured encryption key.
create table signing_keys (
  id         uuid primary key,
  secret     bytea not null,
  created_at timestamptz(3) not null
);

-- One counter per kind of thing that processes hold a snapshot of; its row lock makes revisions commit in order.
create table revisions (
  name  text primary key,
  value bigint not null
);
insert into revisions (name, value) values ('integrations', 0);

-- A deleted integration stays as a tombstone without configuration, so that snapshots learn of it and history keeps its name.
create table integrations (
  id                    uuid primary key,
  organization_id       uuid not null references organizations (id),
  owner_id              uuid not null,
  integration_type      text not null,
  name                  text not null,
  description           text not null default '',
  enabled               boolean not null default false,
  observes              text[] not null,
  configuration         json not null,
  secrets               bytea,
  previous_secret_until timestamptz(3),
  disabled_reason       json,
  -- Jobs with a lower id were pending when the integration was last disabled: they are never attempted again.
  cancelled_before      uuid not null default '00000000-0000-0000-0000-000000000000',
  version               bigint not null default 1,
  revision              bigint not null,
  created_at            timestamptz(3) not null,
  updated_at            timestamptz(3) not null,
  deleted_at            timestamptz(3)
);
create index integrations_owner on integrations (owner_id, id) where deleted_at is null;
create index integrations_revision on integrations (revision);

-- How an integration's endpoint has been doing; written only when that changes.
create table integration_states (
  integration_id uuid primary key references integrations (id),
  failing_since  timestamptz(3)
);

-- The three big tables are partitioned by day through their time-ordered ids (UUID version 7), so that an id stays the key
-- and retention drops whole partitions. created_at is the id's own millisecond and is not stored again.
create table events (
  id               uuid not null primary key,
  organization_id  uuid not null,
  owner_id         uuid not null,
  triggered_by     text not null,
  resource_version bigint,
  external_id      text,
  payload          text not null
) partition by range (id);
create index events_owner on events (owner_id, id);

-- What outside producers may repeat. A table of its own: a unique key of a partitioned table would have to hold the partition key.
create table event_keys (
  owner_id uuid not null,
  key      text not null,
  event_id uuid not null,
  primary key (owner_id, key)
);
create index event_keys_event on event_keys (event_id);

create type job_status as enum ('pending', 'delivering', 'succeeded', 'failed', 'cancelled');

-- next_at is when somebody must look at the job: due time while pending, end of the lease while delivering, null once it is over.
create table jobs (
  id             uuid not null primary key,
  event_id       uuid not null,
  integration_id uuid not null,
  owner_id       uuid not null,
  triggered_by   text not null,
  status         job_status not null,
  next_at        timestamptz(3),
  updated_at     timestamptz(3) not null,
  worker_id      integer,
  generation     integer not null default 0,
  attempts       smallint not null default 0,
  step           smallint not null default 0,
  manual_retries smallint not null default 0
) partition by range (id);
create index jobs_integration on jobs (integration_id, id);
create index jobs_due on jobs (integration_id, next_at) where next_at is not null;

create table logs (
  id               uuid not null primary key,
  job_id           uuid not null,
  integration_id   uuid not null,
  owner_id         uuid not null,
  attempt          smallint not null,
  succeeded        boolean not null,
  status_code      smallint,
  processing_time  real not null,
  error_detail     text,
  request_headers  text not null,
  response_headers text,
  body             text,
  body_truncated   boolean not null default false
) partition by range (id);
create index logs_integration on logs (integration_id, id);
create index logs_owner on logs (owner_id, id);
create index logs_job on logs (job_id, id);

-- A running process that delivers. Its leases are good while its heart beats.
create table workers (
  id           integer generated always as identity primary key,
  started_at   timestamptz(3) not null,
  heartbeat_at timestamptz(3) not null
);
