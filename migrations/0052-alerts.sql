-- Who is notified when an integration has a problem, by what channel, and about which problems.
create table alerts (
  owner_id        uuid not null,
  id              uuid not null,
  version         bigint not null,
  updated_at      timestamptz(3) not null,
  name            text not null,
  enabled         boolean not null,
  channel         text not null,
  recipients      jsonb,
  -- Masked, as it is shown.
  url             text,
  format          text not null,
  integration_ids jsonb,
  failing_minutes integer,
  disabled        boolean not null,
  backlog         integer,
  remind_hours    integer,
  -- The encrypted URL of the channel.
  secret          bytea,
  primary key (owner_id, id)
);

-- A problem of an integration that an alert reports: open until it is resolved.
create table alert_incidents (
  owner_id       uuid not null,
  id             uuid not null,
  version        bigint not null default 1,
  updated_at     timestamptz(3) not null,
  alert_id       uuid not null,
  integration_id uuid not null,
  problem        text not null,
  detail         text not null,
  -- Since when the integration has the problem, as far as known.
  since          timestamptz(3) not null,
  opened_at      timestamptz(3) not null,
  resolved_at    timestamptz(3),
  -- The message to send next, and when; null when there is none.
  message        text,
  message_at     timestamptz(3),
  -- Of the message that is to be sent.
  failed_tries   integer not null default 0,
  last_error     text,
  -- When the last message was sent.
  notified_at    timestamptz(3),
  primary key (owner_id, id),
  constraint alert_incidents_alert foreign key (owner_id, alert_id) references alerts (owner_id, id) on delete cascade
);
create unique index alert_incidents_open on alert_incidents (alert_id, integration_id, problem)
  where resolved_at is null;
create index alert_incidents_of_alert on alert_incidents (owner_id, alert_id, id);
create index alert_incidents_due on alert_incidents (message_at) where message_at is not null;
