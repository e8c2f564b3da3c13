-- Who changed what, written in the transaction of the change. One partition per UTC day, like events.
create table audit_entries (
  id              uuid not null,
  organization_id uuid not null,
  -- The store, or the organization itself.
  owner_id        uuid not null,
  actor_type      text not null check (actor_type in ('person', 'key', 'command_line')),
  actor_id        uuid,
  session_id      uuid,
  operation       text not null,
  resource_type   text,
  resource_id     text,
  -- The outermost resource in the path of the request, or else the same.
  within_type     text,
  within_id       text,
  request_id      text,
  address         text,
  user_agent      text,
  -- JSON, already without secrets and personal data.
  changes         text not null,
  changes_count   integer not null,
  primary key (owner_id, id)
) partition by range (id);
create index audit_entries_within on audit_entries (owner_id, within_id, id);
