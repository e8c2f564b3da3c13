-- How many units of an item were refunded; those whose refund is pending are not among them.
alter table order_items add refunded_quantity integer not null default 0
  check (0 <= refunded_quantity and refunded_quantity <= quantity);

-- Which units a refund is for, and what those of each item come to: [{id, quantity, amount}]. Null for one by amount.
alter table transactions add items jsonb;
