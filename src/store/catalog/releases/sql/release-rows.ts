/** Part of digests. Empty without translations and attributes, so that digests of older releases match. */
const ADDED = `case when locales = '{}' then '' else locales::text end
  || case when shopper_attributes = '{}' then '' else shopper_attributes::text end`

export const HIERARCHY_DIGEST = `md5(row(name, slug, description)::text || ${ADDED})`

/** The nodes of the hierarchies in the parameter, as `tree`. */
export const nodeTree = (hierarchy_ids: string) => `tree as (
       select n.*, array[]::uuid[] as ancestors
         from nodes n where n.owner_id = $1 and n.hierarchy_id = any(${hierarchy_ids}::uuid[]) and n.parent_id is null
       union all
       select n.*, t.ancestors || t.id from tree t join nodes n on n.owner_id = $1 and n.parent_id = t.id
     )`

export const NODE_DIGEST = `md5(row(hierarchy_id, ancestors, name, slug, description, sort_order)::text || ${ADDED})`

const LIVE_IN_RANGE = `p.owner_id = $1 and p.id > $3 and p.id <= $4 and p.status = 'live'`
/** A product that was built into children is not sold itself; its children are. */
export const LIVE_PRODUCTS_IN_RANGE = `${LIVE_IN_RANGE} and p.build is null`
export const LIVE_PARENTS_IN_RANGE = `${LIVE_IN_RANGE} and p.build is not null`

export const COPIED = `sku, name, description, slug, commodity_type, definition, options, tags, tax_class_id, weight,
  main_image_file_id, extensions, external_ref, mpn, upc_ean, locales, custom_inputs, custom_attributes, build_rules,
  file_ids`

/** The price `c.price` with the modifiers `m`, in the shape of `PublishedPrice` (rules/price.ts). */
const MODIFIED = `jsonb_build_object(
  'amount', greatest(coalesce(m.instead, (c.price ->> 'amount')::bigint) + m.more, 0),
  'sale_amount', case
    when m.instead is null and c.price ->> 'sale_amount' is not null
    then greatest((c.price ->> 'sale_amount')::bigint + m.more, 0)
  end,
  'includes_tax', coalesce(m.includes_tax, c.price -> 'includes_tax'),
  'pricebook_id', b.id,
  'tiers', case
    when m.instead is not null then '[]'
    else (
      select coalesce(jsonb_agg(jsonb_build_object(
               'minimum_quantity', t.minimum_quantity, 'amount', greatest(t.amount + m.more, 0))
               order by t.minimum_quantity), '[]')
        from jsonb_to_recordset(c.price -> 'tiers') as t(minimum_quantity bigint, amount bigint))
  end,
  'valid_from', floor(extract(epoch from r.valid_from) * 1000),
  'valid_to', floor(extract(epoch from r.valid_to) * 1000))`

/** The SKU that prices the product `p` in the book `b`: a child without prices of its own uses those of its parent. */
const PRICED_SKU = `case
  when p.base_product_id is null or exists (
    select from product_prices o
     where o.owner_id = p.owner_id and o.pricebook_id = b.id and lower(o.sku) = lower(p.sku)
  ) then p.sku
  else (select q.sku from products q where q.owner_id = p.owner_id and q.id = p.base_product_id)
end`

/** Prices of `priced.sku` in the book `b`, in any case unless there are prices of the SKU as it is written. */
const PRICES_OF_SKU = `select r.currencies, r.valid_from, r.valid_to from product_prices r
  where r.owner_id = p.owner_id and r.pricebook_id = b.id and lower(r.sku) = lower(priced.sku)
    and (r.sku = priced.sku or not exists (
      select from product_prices w where w.owner_id = p.owner_id and w.pricebook_id = b.id and w.sku = priced.sku))`

export const PRICES_OF_PRODUCT = `select jsonb_object_agg(currency, prices) as prices
  from (
    select c.currency, jsonb_agg(${MODIFIED} order by b.rank, r.valid_from desc nulls last) as prices
      from unnest($5::uuid[]) with ordinality as b(id, rank)
      cross join lateral (select ${PRICED_SKU} as sku offset 0) as priced
      cross join lateral (${PRICES_OF_SKU} offset 0) as r
      cross join lateral jsonb_each(r.currencies) as c(currency, price)
      cross join lateral (
        select max(a.amount) filter (where a.modifier_type = 'price_equals') as instead,
               (array_agg(a.includes_tax order by a.amount desc, a.includes_tax)
                 filter (where a.modifier_type = 'price_equals'))[1] as includes_tax,
               coalesce(sum(a.amount) filter (where a.modifier_type = 'price_increment'), 0)
                 - coalesce(sum(a.amount) filter (where a.modifier_type = 'price_decrement'), 0) as more
          from (
            select v.modifier_type, (v.currencies -> c.currency ->> 'amount')::bigint as amount,
                   v.currencies -> c.currency -> 'includes_tax' as includes_tax
              from price_modifiers v
             where v.owner_id = p.owner_id and v.pricebook_id = b.id and v.name = any(p.modifier_names)
          ) as a
      ) as m
     group by c.currency
  ) as by_currency`

/** The published parent that the product `p` was built from, and the variations with the options of `p`. */
export const FAMILY_OF_PRODUCT = `select q.id as parent_id, (
    select jsonb_agg((v.variation - 'options') || jsonb_build_object('option', o.option) order by v.rank)
      from jsonb_array_elements(q.build -> 'variations') with ordinality as v(variation, rank)
      cross join lateral jsonb_array_elements(v.variation -> 'options') as o(option)
     where o.option ->> 'id' = any(p.option_ids)
  ) as child_variations
  from products q
 where q.owner_id = p.owner_id and q.id = p.base_product_id and q.status = 'live' and q.build is not null`

/** Adds nothing for products without a parent, so that digests of older releases match. */
export const PRODUCT_DIGEST = `md5(row(${COPIED}, category_ids, node_ids, prices)::text
  || coalesce(child_variations::text, ''))`
