-- Units of an order's items that are sent together. All of an order's change only while the order is locked.
create table shipments (
  owner_id        uuid not null,
  order_id        uuid not null,
  id              uuid not null,
  version         bigint not null,
  updated_at      timestamptz(3) not null,
  status          text not null check (status in ('pending', 'shipped', 'delivered', 'cancelled')),
  carrier         text not null,
  tracking_number text not null,
  -- [{id, quantity}]: order items, and how many units of each.
  items           jsonb not null,
  shipped_at      timestamptz(3),
  delivered_at    timestamptz(3),
  primary key (owner_id, id),
  foreign key (owner_id, order_id) references orders (owner_id, id)
);
create index shipments_order on shipments (owner_id, order_id, id);

alter table order_items
  add column shipped_quantity integer not null default 0,
  add check (0 <= shipped_quantity and shipped_quantity <= quantity);
update order_items as item set shipped_quantity = quantity from orders
 where orders.owner_id = item.owner_id and orders.id = item.order_id and orders.shipping = 'fulfilled' and item.shippable;

-- How often its shipments have changed: each time is a version of the order.
alter table orders add column shipment_changes integer not null default 0;
