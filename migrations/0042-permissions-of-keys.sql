-- A key can be limited to permissions; null is everything of its store or organization. The key of the deployment belongs
-- to no organization, and is always limited.
alter table api_keys
  alter column organization_id drop not null,
  add column permissions text[],
  add column expires_at timestamptz(3),
  add column last_used_at timestamptz(3),
  -- The person or the key that created it by the API.
  add column created_by uuid,
  add constraint api_keys_deployment check (organization_id is not null or (store_id is null and permissions is not null));
create index api_keys_organization on api_keys (organization_id, id);
