-- All that promotions took off a line: order_items.discount is its share of discounts on the cart. Null in older orders.
alter table order_items add total_discount bigint;
