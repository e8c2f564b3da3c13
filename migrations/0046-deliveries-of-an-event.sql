-- Who got an event: jobs of new events are found by the time at which they are made, right after their event. Those of replays
-- are made later, so they alone have an index.
create index jobs_replayed on jobs (event_id, integration_id) where replay_id is not null;

-- How integrations were when an event occurred: their own events say it, few among millions of others.
create index events_of_integrations on events (owner_id, id)
  where triggered_by in ('integration.created', 'integration.updated', 'integration.deleted');

-- What became of an event in the past is also said of integrations that have been deleted since.
create index integrations_deleted on integrations (owner_id, id) where deleted_at is not null;
