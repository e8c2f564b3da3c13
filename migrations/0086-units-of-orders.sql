-- Units that were refunded before they were shipped, and those that a pending refund withdraws: neither is shipped.
alter table order_items
  add column withdrawn_quantity integer not null default 0 check (withdrawn_quantity >= 0),
  add column withdrawing_quantity integer not null default 0 check (withdrawing_quantity >= 0);

-- Earlier refunds do not say which units they were for: those beyond the shipped ones were not shipped. Units in pending
-- shipments stay there.
update order_items as item
   set withdrawn_quantity = greatest(0, least(
         item.refunded_quantity - item.shipped_quantity,
         item.quantity - item.shipped_quantity - (
           select coalesce(sum((unit ->> 'quantity')::integer), 0)::integer
             from shipments, jsonb_array_elements(shipments.items) as unit
            where shipments.owner_id = item.owner_id and shipments.order_id = item.order_id and status = 'pending'
              and unit ->> 'id' = item.id::text)))
  from orders
 where orders.owner_id = item.owner_id and orders.id = item.order_id and item.refunded_quantity > item.shipped_quantity
   and (item.shippable or orders.shipping = 'unfulfilled');

alter table order_items add check (shipped_quantity + withdrawn_quantity + withdrawing_quantity <= quantity);

-- A refund by units may add the shipped ones, which came back, to stock.
alter table transactions
  add column restock boolean not null default false,
  add column reason text;

alter table shipments add column tracking_url text not null default '';
