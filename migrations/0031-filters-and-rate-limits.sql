-- Which events an integration gets by their payload, and how many attempts a second; null is all of them, without a limit.
alter table integrations
  add column filter text,
  add column rate_limit double precision check (rate_limit > 0);

-- Events that the filter of an integration kept back. Processes add to it every few seconds.
create table filtered_events (
  integration_id uuid primary key references integrations (id),
  events         bigint not null,
  last_at        timestamptz(3) not null
);

-- When the next attempt of an integration with a rate limit may start: the processes share the limit by moving it on.
create table delivery_rates (
  integration_id uuid primary key references integrations (id),
  next_at        timestamptz not null
);
