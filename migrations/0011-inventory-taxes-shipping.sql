-- Stock of a product; its id is the product's. A product without a row is not tracked and can always be sold.
-- An index on a figure would have to be written at each sale; without one, updates stay in their page.
create table inventories (
  owner_id   uuid not null,
  id         uuid not null,
  version    bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  on_hand    bigint not null,
  allocated  bigint not null,
  available  bigint not null generated always as (on_hand - allocated) stored,
  primary key (owner_id, id),
  -- Up to what JSON holds exactly.
  constraint inventories_figures check (0 <= allocated and allocated <= on_hand and on_hand <= 9007199254740991)
) with (fillfactor = 80);
create index inventories_created_at on inventories (owner_id, created_at, id);

-- What an order has of a product's allocated units; without an order: what the seller has set aside. Their sum is
-- inventories.allocated. It is changed only under the lock of the inventory's row.
create table stock_allocations (
  owner_id   uuid not null,
  product_id uuid not null,
  order_id   uuid,
  quantity   bigint not null check (quantity > 0),
  constraint stock_allocations_key unique nulls not distinct (owner_id, product_id, order_id),
  foreign key (owner_id, product_id) references inventories (owner_id, id)
);

-- The ledger. It stays when the inventory is deleted; version, on_hand and allocated are the inventory's right after it.
create table stock_transactions (
  owner_id   uuid not null,
  product_id uuid not null,
  id         uuid not null,
  action     text not null check (action in ('increment', 'decrement', 'allocate', 'deallocate', 'set')),
  quantity   bigint not null check (quantity > 0 or action = 'set' and quantity = 0),
  reason     text not null,
  order_id   uuid,
  version    bigint not null,
  on_hand    bigint not null,
  allocated  bigint not null,
  primary key (owner_id, product_id, id)
);
create unique index stock_transactions_version on stock_transactions (owner_id, product_id, version);

-- What was answered to a request with a key. The row is inserted by the transaction of the effect, before it: a repeat at
-- the same time waits for it. The answer is null only inside that transaction.
create table idempotency_keys (
  owner_id   uuid not null,
  -- Who of the owner's callers sent it: keys of shoppers are their own.
  scope      text not null,
  key        text not null,
  -- Method and path.
  operation  text not null,
  body_hash  bytea not null,
  status     smallint,
  headers    text,
  body       text,
  expires_at timestamptz(3) not null,
  primary key (owner_id, scope, key)
);
create index idempotency_keys_expires_at on idempotency_keys (expires_at);

create table tax_classes (
  owner_id   uuid not null,
  id         uuid not null,
  version    bigint not null,
  updated_at timestamptz(3) not null,
  name       text not null,
  code       text not null,
  "default"  boolean not null,
  primary key (owner_id, id)
);
create unique index tax_classes_code on tax_classes (owner_id, code);
create unique index tax_classes_default on tax_classes (owner_id) where "default";

-- A store has few zones and options. An index on places would hold those of all stores.
create table tax_zones (
  owner_id   uuid not null,
  id         uuid not null,
  version    bigint not null,
  updated_at timestamptz(3) not null,
  name       text not null,
  countries  jsonb not null,
  -- The same, as they are looked up.
  places     text[] not null,
  primary key (owner_id, id)
);

create table tax_rates (
  owner_id     uuid not null,
  id           uuid not null,
  version      bigint not null,
  updated_at   timestamptz(3) not null,
  tax_class_id uuid not null,
  tax_zone_id  uuid not null,
  name         text not null,
  code         text not null,
  -- Millionths.
  rate         integer not null,
  jurisdiction text not null,
  valid_from   timestamptz(3),
  valid_to     timestamptz(3),
  primary key (owner_id, id),
  constraint tax_rates_class foreign key (owner_id, tax_class_id) references tax_classes (owner_id, id),
  constraint tax_rates_zone foreign key (owner_id, tax_zone_id) references tax_zones (owner_id, id)
);
create index tax_rates_place on tax_rates (owner_id, tax_class_id, tax_zone_id);
create index tax_rates_zone_id on tax_rates (owner_id, tax_zone_id);

create table shipping_options (
  owner_id     uuid not null,
  id           uuid not null,
  version      bigint not null,
  updated_at   timestamptz(3) not null,
  name         text not null,
  carrier      text not null,
  code         text not null,
  description  text not null,
  countries    jsonb not null,
  places       text[] not null,
  costs        jsonb not null,
  tax_class_id uuid,
  enabled      boolean not null,
  priority     integer not null,
  primary key (owner_id, id),
  constraint shipping_options_class foreign key (owner_id, tax_class_id) references tax_classes (owner_id, id)
);
create unique index shipping_options_code on shipping_options (owner_id, code);
create index shipping_options_tax_class_id on shipping_options (owner_id, tax_class_id) where tax_class_id is not null;
