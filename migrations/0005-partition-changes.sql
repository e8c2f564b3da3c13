-- What the service did to its partitions by itself, for operators to see.
create table partition_changes (
  id     bigint generated always as identity primary key,
  at     timestamptz(3) not null default now(),
  name   text not null,
  change text not null check (change in ('made', 'dropped')),
  -- The planner's estimate when it was dropped.
  row_estimate bigint
);
