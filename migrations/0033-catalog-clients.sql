-- Tags of accounts, and the rules that show a catalog to the accounts with one of them. Defaults: the release before inserts
-- rows without these columns.
alter table accounts add column account_tag_ids text[] not null default '{}';
alter table catalog_rules add column account_tag_ids text[] not null default '{}';
-- The copy that a job has made, of jobs that copy a hierarchy.
alter table export_jobs add column hierarchy_id uuid;
