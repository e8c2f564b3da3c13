-- What sellers write down about an order.
create table order_notes (
  owner_id   uuid not null,
  order_id   uuid not null,
  id         uuid not null,
  version    bigint not null,
  updated_at timestamptz(3) not null,
  text       text not null,
  -- Who wrote it: a person, or else the key of a program. Neither must exist any more.
  person_id  text,
  key_id     text,
  primary key (owner_id, id),
  foreign key (owner_id, order_id) references orders (owner_id, id),
  check (num_nonnulls(person_id, key_id) = 1)
);
create index order_notes_order on order_notes (owner_id, order_id, id);

-- What one search finds by its beginning, whatever the collation of the database.
create index orders_number_prefix on orders (owner_id, lower(order_number) text_pattern_ops);
create index orders_reference_prefix on orders (owner_id, lower(external_ref) text_pattern_ops) where external_ref <> '';
-- Equality finds in it what it found in orders_buyers.
create index orders_email_prefix on orders (owner_id, lower(customer #>> array['email']) text_pattern_ops);
drop index orders_buyers;
create index customers_email_prefix on customers (owner_id, email text_pattern_ops);
create index customers_name_prefix on customers (owner_id, lower(name) text_pattern_ops);
create index products_sku_prefix on products (owner_id, lower(sku) text_pattern_ops);
create index products_name_prefix on products (owner_id, lower(name) text_pattern_ops);
create index promotions_name_prefix on promotions (owner_id, lower(name) text_pattern_ops);
create index integrations_name_prefix on integrations (owner_id, lower(name) text_pattern_ops) where deleted_at is null;
