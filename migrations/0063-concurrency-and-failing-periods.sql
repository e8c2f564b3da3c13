-- The most attempts of an integration in flight, in each process that delivers.
alter table integrations add column concurrency smallint check (concurrency between 1 and 64);

-- An integration is disabled for failures that are spread over the time: `failing_periods` parts of it, fifths by default, have
-- had a failure and no success since `failing_since`, the last of them with the number `last_period`.
alter table integration_states
  add column failing_periods smallint not null default 1,
  add column last_period integer not null default 0;
