-- SKUs are equal without case. Rows from before may differ only in case: `sku_twin` makes all but the oldest of them
-- unique. It is empty for new SKUs.
alter table products add column sku_twin text not null default '';
update products p set sku_twin = sku
 where exists (select from products o where o.owner_id = p.owner_id and lower(o.sku) = lower(p.sku) and o.id < p.id);
create unique index products_sku_alike on products (owner_id, lower(sku) text_pattern_ops, sku_twin);
drop index products_sku_prefix;

alter table product_prices add column sku_twin text not null default '';
update product_prices p set sku_twin = sku
 where exists (
   select from product_prices o
    where o.owner_id = p.owner_id and o.pricebook_id = p.pricebook_id and lower(o.sku) = lower(p.sku)
      and o.valid_from is not distinct from p.valid_from and o.id < p.id);
create unique index product_prices_sku_alike
  on product_prices (owner_id, pricebook_id, lower(sku), valid_from, sku_twin) nulls not distinct;
