-- The row that is due first of each owner, whatever it has; they also count what an owner has, as the ones that they replace.
create index export_jobs_due_of_owner on export_jobs (owner_id, next_at) where next_at is not null;
create index replays_due_of_owner on replays (owner_id, next_at) where next_at is not null;
create index job_runs_due_of_owner on job_runs (owner_id, next_at) where next_at is not null;
create index alert_incidents_due_of_owner on alert_incidents (owner_id, message_at) where message_at is not null;
drop index export_jobs_unfinished, replays_running, job_runs_running;
