-- Which of a shopper's carts is the current one: without a row the first, number 0. A purchase raises it.
create table storefront_carts (
  owner_id uuid not null,
  -- A customer, or the session of a shopper who has not logged in.
  shopper_id uuid not null,
  number integer not null check (number >= 0),
  primary key (owner_id, shopper_id)
);
