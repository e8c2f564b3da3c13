-- Partitions of events, jobs and logs that are written to the archive before they are dropped.
create table archived_partitions (
  name        text primary key,
  -- In the archive, too: whether what is there under this name was written from here.
  archive_id  uuid not null,
  started_at  timestamptz(3) not null,
  -- What is written: JSON of parts, and the last row in them.
  parts       text not null default '[]',
  last_id     uuid,
  -- Null until all of it is written and verified.
  row_count   bigint,
  archived_at timestamptz(3),
  -- What was restored is kept until then, and is not archived again.
  kept_until  timestamptz(3)
);

alter table partition_changes drop constraint partition_changes_change_check;
alter table partition_changes add check (change in ('made', 'dropped', 'archived', 'restored'));
