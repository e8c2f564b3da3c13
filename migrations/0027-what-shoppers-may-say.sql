-- Whether shoppers may put custom items and tax items into carts: prices and taxes of their own. Whether they may name a channel,
-- which decides on their price book.
alter table settings
  add column shopper_custom_items boolean not null default false,
  add column shopper_tax_items boolean not null default false,
  add column shopper_channels boolean not null default true;
