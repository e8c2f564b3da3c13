-- What each worker's heartbeat says of the integrations that it is busy with, by integration id.
alter table workers add column lanes jsonb not null default '{}';
