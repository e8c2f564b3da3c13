-- What clients attach to carts, lines and orders: typed attributes, and the inputs of buyers. Those of lines of carts are in
-- carts.items.
alter table carts add custom_attributes jsonb not null default '{}';
alter table orders add custom_attributes jsonb not null default '{}';
alter table order_items
  add custom_attributes jsonb not null default '{}',
  add custom_inputs jsonb not null default '{}';

-- The accounts of a cart; carts.account_id was never set and is not read anymore.
alter table carts add account_ids uuid[] not null default '{}';
create index carts_customers on carts using gin (customer_ids) where customer_ids <> '{}';
create index carts_accounts on carts using gin (account_ids) where account_ids <> '{}';

-- The shipping option of an order, as it was named when it was sold: {id, name}.
alter table orders add shipping_option jsonb;
