-- Members of a configuration that its kind does not know are sealed like secrets. SQL cannot encrypt, so a background job
-- does it for older rows: sealed_version is the version whose members are known to be sealed. A release that does not know
-- the column raises version and leaves it, which makes the row due again.
alter table integrations add column sealed_version bigint not null default 0;
update integrations set sealed_version = version where deleted_at is not null;
create index integrations_unsealed on integrations (id) where sealed_version <> version and deleted_at is null;

-- Whom the answer to a keyed request is about: the customers, account members and orders that it tells of, so that it goes
-- with them. Null where an earlier release wrote it: there the texts are searched, until the last of them expires after a day.
alter table idempotency_keys add column subjects uuid[], add column erased_at timestamptz(3);
create index idempotency_keys_subjects on idempotency_keys using gin (subjects) where subjects <> '{}';
create index idempotency_keys_unlinked on idempotency_keys (owner_id) where subjects is null;
