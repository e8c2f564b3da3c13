-- What became of events and deliveries, minute by minute, and by hour once that is older: of an integration, of an owner, or of
-- the whole deployment (the highest id). For charts: a process that dies loses what it has counted since its last write.
create table series_minutes (
  subject_id     uuid not null,
  at             timestamptz(0) not null,
  events         integer not null,
  attempts       integer not null,
  succeeded      integer not null,
  jobs_succeeded integer not null,
  jobs_failed    integer not null,
  jobs_cancelled integer not null,
  duration       double precision not null,
  durations      integer[] not null,
  latencies      integer[] not null,
  primary key (subject_id, at)
) with (fillfactor = 70);

create table series_hours (like series_minutes including all);

-- Adds histograms, which end with their last number that is not 0. A day of a busy deployment exceeds an integer.
create function add_histograms(one bigint[], other bigint[]) returns bigint[]
  language sql immutable parallel safe
  return array(select coalesce(a, 0) + coalesce(b, 0) from unnest(one, other) with ordinality as u(a, b, n) order by n);

create aggregate total_histogram(bigint[]) (
  sfunc = add_histograms, stype = bigint[], initcond = '{}', combinefunc = add_histograms, parallel = safe
);

-- Workers that were found dead, and how many leases they left: deleted with the series.
create table worker_sweeps (
  worker_id    integer primary key,
  started_at   timestamptz(3) not null,
  heartbeat_at timestamptz(3) not null,
  swept_at     timestamptz(3) not null,
  leases       integer not null
);
