-- What a shopper of the storefront has said for whatever it buys next, beside which of its carts is the current one.
alter table storefront_carts rename to storefront_shoppers;
alter table storefront_shoppers
  -- Null for a session of somebody who has not logged in.
  add customer_id uuid,
  -- E-mail address, addresses, payment methods and what is chosen of them.
  add told jsonb not null default '{}',
  -- When a session is over and what it told is forgotten; null for a customer.
  add expires_at timestamptz(3);
alter table storefront_shoppers
  add foreign key (owner_id, customer_id) references customers (owner_id, id) on delete cascade;
create index storefront_shoppers_customer on storefront_shoppers (owner_id, customer_id) where customer_id is not null;
create index storefront_shoppers_expiry on storefront_shoppers (expires_at) where expires_at is not null;

-- A cart that became a purchase takes no more changes: its shopper has another one.
alter table carts add closed boolean not null default false;

-- What a shopper who has not logged in bought.
create index orders_session on orders (owner_id, session_id, id) where session_id is not null;

-- What the buyer calls the means of payment.
alter table transactions add payment_method text;
