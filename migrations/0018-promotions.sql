-- What a store takes off. "when", target and action are what the engine reads; see src/pricing/promotion.ts.
create table promotions (
  owner_id                uuid not null,
  id                      uuid not null,
  version                 bigint not null,
  updated_at              timestamptz(3) not null,
  name                    text not null,
  display_name            text not null,
  description             text not null,
  enabled                 boolean not null,
  start                   timestamptz(3),
  "end"                   timestamptz(3),
  currency                text,
  priority                integer not null,
  stacking                text not null,
  trigger                 text not null,
  scope                   text not null,
  "when"                  jsonb,
  basis                   text not null,
  target                  jsonb not null,
  shipping_option_ids     jsonb,
  action                  jsonb not null,
  usage_limit             bigint,
  usage_limit_per_shopper bigint,
  primary key (owner_id, id)
);

-- Raised by every change of a store's promotions: processes keep them ready for pricing until it moves.
create table promotion_revisions (owner_id uuid primary key, value bigint not null);

-- Codes made together.
create table coupon_batches (
  owner_id             uuid not null,
  id                   uuid not null,
  version              bigint not null,
  updated_at           timestamptz(3) not null,
  promotion_id         uuid not null,
  size                 integer not null,
  prefix               text not null,
  length               integer not null,
  max_uses             bigint,
  max_uses_per_shopper bigint,
  start                timestamptz(3),
  "end"                timestamptz(3),
  primary key (owner_id, id),
  foreign key (owner_id, promotion_id) references promotions (owner_id, id) on delete cascade
);
create index coupon_batches_promotion on coupon_batches (owner_id, promotion_id, id);

create table coupons (
  owner_id             uuid not null,
  id                   uuid not null,
  version              bigint not null,
  updated_at           timestamptz(3) not null,
  promotion_id         uuid not null,
  batch_id             uuid,
  code                 text not null,
  -- The code as it is compared: shoppers write it in any case.
  code_key             text not null,
  email                text,
  max_uses             bigint,
  max_uses_per_shopper bigint,
  start                timestamptz(3),
  "end"                timestamptz(3),
  primary key (owner_id, id),
  foreign key (owner_id, promotion_id) references promotions (owner_id, id) on delete cascade,
  foreign key (owner_id, batch_id) references coupon_batches (owner_id, id) on delete cascade
);
create unique index coupons_code on coupons (owner_id, code_key);
create index coupons_promotion on coupons (owner_id, promotion_id, id);
create index coupons_batch on coupons (owner_id, batch_id, id) where batch_id is not null;

-- One row for each promotion that took something off an order.
create table promotion_usages (
  owner_id     uuid not null,
  id           uuid not null,
  version      bigint not null,
  updated_at   timestamptz(3) not null,
  promotion_id uuid not null,
  order_id     uuid not null,
  coupon_id    uuid,
  code         text,
  -- A hash of the buyer's e-mail address; empty once the order is anonymized.
  shopper      text not null,
  amount       bigint not null,
  currency     text not null,
  released_at  timestamptz(3),
  primary key (owner_id, id)
);
create index promotion_usages_promotion on promotion_usages (owner_id, promotion_id, id);
create index promotion_usages_order on promotion_usages (owner_id, order_id);

-- How often something that has a limit was used, by everybody (an empty shopper) and by each. What has no limit is not
-- counted: every checkout would wait for the one before it.
create table promotion_counters (
  owner_id uuid not null,
  -- A promotion or a coupon.
  counted  uuid not null,
  shopper  text not null,
  uses     bigint not null check (uses >= 0),
  primary key (owner_id, counted, shopper)
);

-- An item that a promotion gives away is a line of its own.
alter table order_items add promotion_id uuid;

-- Whether a buyer has bought before.
create index orders_buyers on orders (owner_id, lower(customer #>> array['email']));
