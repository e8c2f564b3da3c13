-- Open carts. Shoppers' clients choose the id, so the moment of creation is a column of its own.
create table carts (
  owner_id           uuid not null,
  id                 text not null,
  version            bigint not null,
  created_at         timestamptz(3) not null,
  updated_at         timestamptz(3) not null,
  name               text not null,
  description        text not null,
  currency           text,
  -- Where it would be sent to: what taxes are figured for before an address is known.
  country            text,
  region             text,
  customer_ids       uuid[] not null,
  account_id         uuid,
  coupons            text[] not null,
  shipping_option_id uuid,
  expires_at         timestamptz(3) not null,
  primary key (owner_id, id)
);
create index carts_expiry on carts (expires_at);
create index carts_updated on carts (owner_id, updated_at, id);

-- A catalog item knows its product, whose name and price are the catalog's; a custom item says everything itself.
create table cart_items (
  owner_id     uuid not null,
  cart_id      text not null,
  id           uuid not null,
  created_at   timestamptz(3) not null,
  updated_at   timestamptz(3) not null,
  product_id   uuid,
  sku          text not null,
  name         text not null,
  description  text not null,
  quantity     integer not null check (quantity > 0),
  unit_amount  bigint,
  includes_tax boolean not null,
  tax_class_id uuid,
  primary key (owner_id, cart_id, id),
  foreign key (owner_id, cart_id) references carts (owner_id, id) on delete cascade,
  check (product_id is not null or unit_amount is not null)
);
create unique index cart_items_product on cart_items (owner_id, cart_id, product_id) where product_id is not null;

-- Replaces the tax that the store would figure on the line.
create table cart_tax_items (
  owner_id     uuid not null,
  cart_id      text not null,
  cart_item_id uuid not null,
  id           uuid not null,
  name         text not null,
  jurisdiction text not null,
  code         text not null,
  rate         integer,
  amount       bigint,
  primary key (owner_id, cart_id, cart_item_id, id),
  foreign key (owner_id, cart_id, cart_item_id) references cart_items (owner_id, cart_id, id) on delete cascade,
  check (num_nonnulls(rate, amount) = 1)
);

-- The states are derived from the ledger (transactions) and two facts: cancelled, fulfilled. Figures are minor units.
create table orders (
  owner_id          uuid not null,
  id                uuid not null,
  version           bigint not null,
  updated_at        timestamptz(3) not null,
  order_number      text not null,
  external_ref      text not null,
  status            text not null,
  payment           text not null,
  shipping          text not null,
  anonymized        boolean not null,
  currency          text not null,
  customer          jsonb not null,
  shipping_address  jsonb not null,
  billing_address   jsonb not null,
  customer_id       uuid,
  account_id        uuid,
  account_member_id uuid,
  -- The session of the shopper who checked out.
  session_id        text,
  cart_id           text not null,
  with_tax          bigint not null,
  without_tax       bigint not null,
  tax               bigint not null,
  discount          bigint not null,
  shipping_cost     bigint not null,
  authorized        bigint not null,
  captured          bigint not null,
  refunded          bigint not null,
  item_ids          text[] not null,
  product_ids       text[] not null,
  product_skus      text[] not null,
  -- How its currency was shown then.
  money_format      jsonb not null,
  -- When an order that nobody has paid is cancelled; null when it is not.
  expires_at        timestamptz(3),
  primary key (owner_id, id),
  check (0 <= refunded and refunded <= captured)
);
create unique index orders_number on orders (owner_id, order_number);
create index orders_updated on orders (owner_id, updated_at, id);
create index orders_customer on orders (owner_id, customer_id, id) where customer_id is not null;
create index orders_open_accounts on orders (owner_id, account_id) where account_id is not null;
create index orders_products on orders using gin (product_ids);
create index orders_skus on orders using gin (product_skus);
create index orders_expiry on orders (expires_at) where expires_at is not null;

create table order_items (
  owner_id     uuid not null,
  order_id     uuid not null,
  id           uuid not null,
  cart_item_id uuid not null,
  product_id   uuid,
  sku          text not null,
  name         text not null,
  quantity     integer not null,
  unit_amount  bigint not null,
  includes_tax boolean not null,
  -- Of the whole line: total before taxes, its taxes, its part of the discounts.
  net          bigint not null,
  tax          bigint not null,
  discount     bigint not null,
  taxes        jsonb not null,
  shippable    boolean not null,
  primary key (owner_id, order_id, id),
  foreign key (owner_id, order_id) references orders (owner_id, id)
);

-- Which events told of an order: anonymizing it changes them too.
create table order_events (
  owner_id uuid not null,
  order_id uuid not null,
  event_id uuid not null,
  primary key (owner_id, order_id, event_id)
);

create table transactions (
  owner_id         uuid not null,
  order_id         uuid not null,
  id               uuid not null,
  version          bigint not null,
  updated_at       timestamptz(3) not null,
  transaction_type text not null,
  status           text not null,
  amount           bigint not null check (amount > 0),
  captured_amount  bigint not null,
  refunded_amount  bigint not null,
  currency         text not null,
  gateway          text not null,
  reference        text not null,
  parent_id        uuid,
  -- When a pending one is decided, and how.
  decided_at       timestamptz(3),
  outcome          text,
  money_format     jsonb not null,
  primary key (owner_id, id),
  foreign key (owner_id, order_id) references orders (owner_id, id),
  foreign key (owner_id, parent_id) references transactions (owner_id, id),
  check (0 <= captured_amount and captured_amount <= amount),
  check (0 <= refunded_amount and refunded_amount <= amount)
);
create index transactions_order on transactions (owner_id, order_id, id);
create index transactions_pending on transactions (decided_at) where decided_at is not null;

-- What was sold, as it was then: figures, names, rates, promotions. Nothing changes it.
create table purchase_snapshots (
  owner_id uuid not null,
  order_id uuid not null,
  document text not null,
  hash     bytea not null,
  primary key (owner_id, order_id),
  foreign key (owner_id, order_id) references orders (owner_id, id)
);

create function refuse_change_of_purchase() returns trigger language plpgsql as $$
begin
  raise exception 'A purchase is never changed.';
end
$$;
create trigger purchase_snapshots_are_frozen before update or delete or truncate on purchase_snapshots
  execute function refuse_change_of_purchase();

-- Stores that were made before there were currencies.
insert into currencies (owner_id, id, version, updated_at, code, exchange_rate, format, decimal_point, thousand_separator,
                        decimal_places, "default", enabled)
select stores.id, (substr(made.hex, 1, 8) || '-' || substr(made.hex, 9, 4) || '-7' || substr(made.chance, 1, 3) || '-8'
                   || substr(made.chance, 4, 3) || '-' || substr(made.chance, 7, 12))::uuid,
       1, now(), 'USD', 1, '${price}', '.', ',', 2, true, true
  from stores, lateral (select lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') as hex,
                               md5(stores.id::text || random()::text) as chance) as made
 where not exists (select from currencies where currencies.owner_id = stores.id);
