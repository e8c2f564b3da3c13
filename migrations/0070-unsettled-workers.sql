-- For how long a worker has not been able to write attempts that have ended, as of its heartbeat; null below ten seconds.
alter table workers add column unsettled_seconds integer;
