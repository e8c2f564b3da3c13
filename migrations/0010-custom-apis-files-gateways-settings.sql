-- Settings become a row like those of other resources. A store's settings have its id.
alter table settings rename column store_id to owner_id;
alter table settings drop column created_at;
alter table settings add column id uuid;
update settings set id = owner_id;
alter table settings
  alter column id set not null,
  -- Whether they are the store's own: false after a reset.
  add column written                  boolean not null default true,
  add column list_child_products      boolean not null default false,
  add column additional_languages     text[] not null default '{}',
  add column calculation_method       text not null default 'line' check (calculation_method in ('simple', 'line')),
  add column address_mandatory_fields text[] not null default '{}',
  add column prices_include_tax       boolean not null default false,
  add column cart_expiry_days         integer not null default 7 check (cart_expiry_days > 0),
  -- Null: unpaid orders never expire.
  add column order_expiry_hours       integer check (order_expiry_hours > 0),
  add column cart_stacking            text not null default 'all' check (cart_stacking in ('all', 'best'));

-- The ways to pay that every store has.
create table gateways (
  owner_id    uuid not null,
  id          uuid not null,
  version     bigint not null,
  updated_at  timestamptz(3) not null,
  slug        text not null,
  name        text not null,
  enabled     boolean not null,
  test        boolean not null,
  -- Masked, as they are shown.
  credentials jsonb not null,
  -- Encrypted JSON of the same texts in clear; null without any.
  secrets     bytea,
  primary key (owner_id, id)
);
create unique index gateways_slug on gateways (owner_id, slug);

-- An id is a UUID version 7: the time in milliseconds and chance.
insert into gateways (owner_id, id, version, updated_at, slug, name, enabled, test, credentials)
select stores.id,
       (lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || '7' ||
        substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid,
       1, now(), kind.slug, kind.name, false, kind.test, '{}'
  from stores
  cross join (values ('manual', 'Manual', false), ('sandbox', 'Sandbox', true)) as kind (slug, name, test);

create table custom_apis (
  owner_id    uuid not null,
  id          uuid not null,
  version     bigint not null,
  updated_at  timestamptz(3) not null,
  name        text not null,
  slug        text not null,
  api_type    text not null,
  description text not null,
  primary key (owner_id, id)
);
create unique index custom_apis_slug on custom_apis (owner_id, slug);
create unique index custom_apis_api_type on custom_apis (owner_id, api_type);

create table custom_fields (
  owner_id      uuid not null,
  id            uuid not null,
  version       bigint not null,
  updated_at    timestamptz(3) not null,
  custom_api_id uuid not null,
  name          text not null,
  slug          text not null,
  description   text not null,
  field_type    text not null,
  presence      text not null,
  sensitive     boolean not null,
  validation    jsonb not null,
  presentation  jsonb not null,
  primary key (owner_id, id),
  foreign key (owner_id, custom_api_id) references custom_apis (owner_id, id)
);
create unique index custom_fields_slug on custom_fields (owner_id, custom_api_id, slug);

-- Entries hold their values by the id of the field, so that a field renamed or deleted touches no entry.
create table custom_entries (
  owner_id      uuid not null,
  id            uuid not null,
  version       bigint not null,
  updated_at    timestamptz(3) not null,
  custom_api_id uuid not null,
  "values"      jsonb not null,
  primary key (owner_id, id),
  foreign key (owner_id, custom_api_id) references custom_apis (owner_id, id)
);
create index custom_entries_api on custom_entries (owner_id, custom_api_id, id);

-- What makes values of unique fields unique: the SHA-256 of each, which is short however long the value. No foreign key
-- to the field: its lock would be taken in another order than the custom API's.
create table custom_entry_keys (
  owner_id        uuid not null,
  custom_field_id uuid not null,
  value_hash      bytea not null,
  custom_entry_id uuid not null,
  primary key (owner_id, custom_field_id, value_hash),
  foreign key (owner_id, custom_entry_id) references custom_entries (owner_id, id) on delete cascade
);
create index custom_entry_keys_entry on custom_entry_keys (owner_id, custom_entry_id);

create table files (
  owner_id      uuid not null,
  id            uuid not null,
  version       bigint not null,
  updated_at    timestamptz(3) not null,
  file_name     text not null,
  mime_type     text not null,
  file_size     bigint not null,
  public        boolean not null,
  -- Pixels; null for what is no image.
  width         integer,
  height        integer,
  -- SHA-256 of the content in hexadecimal; null for a link.
  checksum      text,
  -- Address of content that lies elsewhere; null for an upload.
  file_location text,
  primary key (owner_id, id),
  check (num_nonnulls(checksum, file_location) = 1)
);

-- Keys in the store of bytes whose bytes are to be removed at a time. A key is noted here before its bytes are written
-- and taken back in the transaction that makes a row point to them: what a crash leaves behind is found here.
create table doomed_bytes (
  key    text primary key,
  due_at timestamptz(3) not null
);
create index doomed_bytes_due on doomed_bytes (due_at);

-- Exports of a store's data, written piece by piece.
create table export_jobs (
  owner_id    uuid not null,
  id          uuid not null,
  version     bigint not null,
  updated_at  timestamptz(3) not null,
  what        text not null,
  status      text not null check (status in ('pending', 'processing', 'complete', 'failed')),
  detail      text,
  records     bigint not null,
  bytes       bigint not null,
  -- Pieces that are written, and the id of the last record in them.
  pieces      integer not null,
  position    uuid,
  -- When the next piece is due: later while a process writes it; null when there is nothing left to do.
  next_at     timestamptz(3),
  failures    integer not null,
  finished_at timestamptz(3),
  expires_at  timestamptz(3),
  primary key (owner_id, id)
);
create index export_jobs_due on export_jobs (next_at) where next_at is not null;
