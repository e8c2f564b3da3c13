-- Which parts of the demo's shop a store was given. What people change or delete of them afterwards stays as they left it.
create table demo_parts (
  store_id  uuid not null references stores (id),
  part      text not null,
  loaded_at timestamptz(3) not null,
  primary key (store_id, part)
);
