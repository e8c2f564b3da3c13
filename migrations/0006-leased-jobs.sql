-- Free jobs and leased ones are looked for in different ways, so each have an index of their own. What is leased at birth and
-- soon over never enters the one that workers look through every second: while somebody else's transaction is open, its
-- dead entries cannot be removed, and each look had to pass all of them.
drop index jobs_due;
create index jobs_due on jobs (integration_id, priority, next_at) where next_at is not null and worker_id is null;
create index jobs_leased on jobs (worker_id, integration_id) where worker_id is not null;
