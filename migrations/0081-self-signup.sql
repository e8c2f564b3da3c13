-- Customers could always register themselves: stores that exist stay as they are.
alter table settings add column customer_self_signup boolean not null default true;
