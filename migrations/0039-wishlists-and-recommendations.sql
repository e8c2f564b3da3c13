-- The products on the wishlist of a shopper of the storefront. It ends with the record of the shopper: when a customer is
-- deleted, or the retention of an anonymous shopper is over.
create table wishlist_lines (
  owner_id   uuid not null,
  shopper_id uuid not null,
  product_id uuid not null,
  -- Time-ordered: lines are listed in this order.
  id         uuid not null,
  primary key (owner_id, shopper_id, product_id),
  foreign key (owner_id, shopper_id) references storefront_shoppers (owner_id, shopper_id) on delete cascade
);

-- How many of the counted orders have both products. Each pair is stored from both sides.
create table bought_together (
  owner_id   uuid not null,
  product_id uuid not null,
  other_id   uuid not null,
  orders     integer not null,
  primary key (owner_id, product_id, other_id)
);

-- The orders that are counted.
create table counted_orders (
  owner_id uuid not null,
  order_id uuid not null,
  primary key (owner_id, order_id)
);

-- Up to which change the orders of a store were read.
create table counted_stores (
  owner_id   uuid not null primary key,
  updated_at timestamptz(3) not null,
  order_id   uuid not null
);
