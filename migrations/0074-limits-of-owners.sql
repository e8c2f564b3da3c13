-- What counts towards the limits of an owner, where the table also keeps what does not: revoked and expired keys, finished work.
create index api_keys_live on api_keys (coalesce(store_id, organization_id), coalesce(expires_at, 'infinity'))
  where revoked_at is null;
create index export_jobs_unfinished on export_jobs (owner_id) where next_at is not null;
create index replays_running on replays (owner_id) where next_at is not null;
create index job_runs_running on job_runs (owner_id) where next_at is not null;
