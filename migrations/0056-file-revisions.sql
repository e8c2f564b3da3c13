-- Counts the changes and deletions of an owner's files, which releases refer to: what is held of a release's files in memory is
-- of one value. New files do not count, since no release refers to them.
create table file_revisions (owner_id uuid primary key, value bigint not null);

create function raise_file_revision() returns trigger language plpgsql as $$
begin
  insert into file_revisions as it (owner_id, value) values (old.owner_id, 1)
  on conflict (owner_id) do update set value = it.value + 1;
  return null;
end $$;

-- At the commit, when all rows are locked: transactions that change several files would otherwise wait for each other.
create constraint trigger files_deleted after delete on files
  deferrable initially deferred for each row execute function raise_file_revision();
create constraint trigger files_changed after update on files
  deferrable initially deferred for each row when (old.version is distinct from new.version)
  execute function raise_file_revision();
