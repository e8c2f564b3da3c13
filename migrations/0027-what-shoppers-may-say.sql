-- Whether shoppers may put custom items and tax items into carts: prices and taxes of their own.
alter table settings
  add column shopper_custom_items boolean not null default false,
  add column shopper_tax_items boolean not null default false;
