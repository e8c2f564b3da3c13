-- The lines of a cart are read and written with it, under its lock, and by nothing else: they are a part of its row. Reading
-- a cart is one look-up then, and changing it one write.
alter table carts add items jsonb not null default '[]';
update carts set items = (
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', item.id,
    'created_at', (extract(epoch from item.created_at) * 1000)::bigint,
    'updated_at', (extract(epoch from item.updated_at) * 1000)::bigint,
    'product_id', item.product_id, 'sku', item.sku, 'name', item.name, 'description', item.description,
    'quantity', item.quantity, 'unit_amount', item.unit_amount, 'includes_tax', item.includes_tax,
    'tax_class_id', item.tax_class_id, 'tax_items', coalesce((
      select jsonb_agg(jsonb_build_object('id', tax.id, 'name', tax.name, 'jurisdiction', tax.jurisdiction,
                                          'code', tax.code, 'rate', tax.rate, 'amount', tax.amount) order by tax.id)
        from cart_tax_items as tax
       where tax.owner_id = item.owner_id and tax.cart_id = item.cart_id and tax.cart_item_id = item.id), '[]')
  ) order by item.id), '[]')
    from cart_items as item where item.owner_id = carts.owner_id and item.cart_id = carts.id);
alter table carts alter items drop default;
drop table cart_tax_items;
drop table cart_items;
