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
