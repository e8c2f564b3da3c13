-- Changes with everything that a shopper's view of a shop depends on, beside the shopper: rules and releases of catalogs,
-- currencies, settings, promotions and files. What is held of a view in memory is of one value, of the store's and of its
-- organization's together.
create table shop_revisions (owner_id uuid primary key, value bigint not null);

-- A time in microseconds: a value that a failover has lost is never given to something else.
create function raise_shop_revision() returns trigger language plpgsql as $$
begin
  insert into shop_revisions as it (owner_id, value)
  values (coalesce(new.owner_id, old.owner_id), extract(epoch from clock_timestamp()) * 1000000)
  on conflict (owner_id) do update set value = greatest(it.value + 1, excluded.value);
  return null;
end $$;

-- At the commit, so that changes of one shop wait for each other no longer than that takes.
create constraint trigger shop_revision after insert or update or delete on catalog_rules
  deferrable initially deferred for each row execute function raise_shop_revision();
create constraint trigger shop_revision after insert or update or delete on catalogs
  deferrable initially deferred for each row execute function raise_shop_revision();
create constraint trigger shop_revision after insert or update or delete on currencies
  deferrable initially deferred for each row execute function raise_shop_revision();
create constraint trigger shop_revision after insert or update or delete on settings
  deferrable initially deferred for each row execute function raise_shop_revision();
create constraint trigger shop_revision after insert or update or delete on promotion_revisions
  deferrable initially deferred for each row execute function raise_shop_revision();
create constraint trigger shop_revision after insert or update or delete on file_revisions
  deferrable initially deferred for each row execute function raise_shop_revision();
create constraint trigger shop_revision_with_release after insert or delete on catalog_releases
  deferrable initially deferred for each row execute function raise_shop_revision();
create constraint trigger shop_revision after update on catalog_releases
  deferrable initially deferred for each row when (old.release_status is distinct from new.release_status)
  execute function raise_shop_revision();
