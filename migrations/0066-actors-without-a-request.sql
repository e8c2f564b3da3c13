-- Also what no caller requests leaves an entry: what a provider says of people, and what background jobs change.
alter table audit_entries drop constraint audit_entries_actor_type_check;
-- Not valid: older rows hold it, and nothing has to read them.
alter table audit_entries add constraint audit_entries_actor_type_check
  check (actor_type in ('person', 'key', 'command_line', 'provider', 'background_job')) not valid;
