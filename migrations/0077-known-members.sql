-- Members that clients of other servers send and read.
alter table custom_fields add column use_as_url_slug boolean not null default false;
create unique index custom_fields_url_slug on custom_fields (owner_id, custom_api_id) where use_as_url_slug;
alter table catalogs          add column locales jsonb not null default '{}';
alter table password_profiles add column description text not null default '';
alter table price_modifiers   add column external_ref text not null default '';
alter table product_prices
  add column external_ref       text not null default '',
  add column admin_attributes   jsonb not null default '{}',
  add column shopper_attributes jsonb not null default '{}';
alter table hierarchies
  add column admin_attributes   jsonb not null default '{}',
  add column shopper_attributes jsonb not null default '{}';
alter table nodes
  add column admin_attributes   jsonb not null default '{}',
  add column shopper_attributes jsonb not null default '{}';
alter table release_hierarchies add column shopper_attributes jsonb not null default '{}';
alter table release_nodes       add column shopper_attributes jsonb not null default '{}';
-- The tags of a product's files by their ids.
alter table products add column file_tags jsonb not null default '{}';
-- What a client notes about the method of a payment.
alter table transactions add column paymentmethod_meta jsonb not null default '{}';
-- When a job was first worked on.
alter table export_jobs add column started_at timestamptz(3);
