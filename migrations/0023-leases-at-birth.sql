-- A job that is leased at birth and settled by its first attempt, as most are, changes no column that an index knows: its row
-- is updated within its page and no index learns of it. So next_at is the due time of free jobs only, a lease that was claimed
-- has an end of its own, and no index holds the lessee.
alter table jobs add column lease_until timestamptz(3);
drop index jobs_due;
drop index jobs_leased;
create index jobs_due on jobs (integration_id, priority, next_at) where next_at is not null;
create index jobs_claimed on jobs (lease_until) where lease_until is not null;

-- Leases taken at birth are found by the time that their jobs were made at: none is left of those made before. One row.
create table leases_at_birth (none_before timestamptz(3) not null);
create unique index leases_at_birth_one on leases_at_birth ((true));
insert into leases_at_birth values (now() - interval '10 minutes');
