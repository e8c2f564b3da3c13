-- A search counts and sorts all of its matches. Instead of reading the products for that, it reads lists of them, which are
-- written when a release is published: of each word, of each value of a facet, and of the prices in each currency.

-- The products of a release in the order of their names. Lists hold these positions.
-- One index alone: before a table has statistics, the planner cannot tell which of several is better.
create table release_positions (
  owner_id   uuid not null,
  release_id uuid not null,
  position   integer not null,
  product_id uuid not null,
  primary key (owner_id, release_id, position)
);
create trigger release_positions_stay before update on release_positions for each statement execute function refuse_change();

-- A list is three bytes for each product: its position. Without lists, a word is of a process of the version before.
truncate release_words;
alter table release_words
  -- Products that have the word in their name or SKU; not there, but in a tag; elsewhere only.
  add column in_name   bytea,
  add column in_tags   bytea,
  add column elsewhere bytea;

-- Nodes with what is below them (nodes), and the values of options (option: and the option's name). A list for each part of
-- 16,384 products, by position, so that no statement that writes them takes long.
create table release_facets (
  owner_id    uuid not null,
  release_id  uuid not null,
  part        smallint not null,
  facet       text collate "C" not null,
  value       text collate "C" not null,
  facet_label text not null,
  value_label text not null,
  products    bytea not null,
  primary key (owner_id, release_id, part, facet, value)
);
create trigger release_facets_stay before update on release_facets for each statement execute function refuse_change();

-- Eight bytes for each product of the part, in the order of positions: the price of one unit in minor units, -1 without a price
-- in the currency, -2 when it still depends on the time.
create table release_amounts (
  owner_id   uuid not null,
  release_id uuid not null,
  currency   text not null,
  part       smallint not null,
  amounts    bytea not null,
  primary key (owner_id, release_id, currency, part)
);
create trigger release_amounts_stay before update on release_amounts for each statement execute function refuse_change();

drop index release_products_search;

insert into release_positions (owner_id, release_id, position, product_id)
select owner_id, release_id, row_number() over (partition by owner_id, release_id order by name, id) - 1, id
  from release_products;
analyze release_positions;
-- Their tables may be young, and the planner must not take them for empty.
analyze release_products;
analyze release_nodes;

insert into release_words (owner_id, release_id, word, in_name, in_tags, elsewhere)
select l.owner_id, l.release_id, w.lexeme,
       string_agg(substring(int4send(l.position) from 2), '') filter (where 'A' = any(w.weights)),
       string_agg(substring(int4send(l.position) from 2), '') filter (where 'B' = any(w.weights) and not 'A' = any(w.weights)),
       string_agg(substring(int4send(l.position) from 2), '') filter (where not w.weights && '{A,B}')
  from release_positions l
  join release_products p on p.owner_id = l.owner_id and p.release_id = l.release_id and p.id = l.product_id
  cross join lateral unnest(p.search) as w
 group by l.owner_id, l.release_id, w.lexeme;

insert into release_facets (owner_id, release_id, part, facet, value, facet_label, value_label, products)
select l.owner_id, l.release_id, l.position / 16384, f.facet, f.value, min(f.facet_label), min(f.value_label),
       string_agg(substring(int4send(l.position) from 2), '')
  from release_positions l
  join release_products p on p.owner_id = l.owner_id and p.release_id = l.release_id and p.id = l.product_id
  cross join lateral (
    select 'nodes' as facet, n.id::text as value, '' as facet_label, n.name as value_label
      from release_nodes n
     where n.owner_id = l.owner_id and n.release_id = l.release_id and n.id = any(p.category_ids)
    union all
    select 'option:' || o.name, o.value, coalesce(o.display_name, o.name), coalesce(o.display_value, o.value)
      from jsonb_to_recordset(p.options) as o(name text, value text, display_name text, display_value text)
  ) as f
 group by l.owner_id, l.release_id, l.position / 16384, f.facet, f.value;

insert into release_amounts (owner_id, release_id, currency, part, amounts)
select l.owner_id, l.release_id, c.currency, l.position / 16384,
       string_agg(int8send(case
         when first.price is null then -1
         when first.price ->> 'valid_to' is null
          and coalesce((first.price ->> 'valid_from')::numeric, 0) <= extract(epoch from now()) * 1000
         then least((first.price ->> 'amount')::bigint, (first.price ->> 'sale_amount')::bigint)
         else -2
       end), '' order by l.position)
  from (
    select distinct owner_id, release_id, currency from release_products cross join lateral jsonb_object_keys(prices) as currency
  ) as c
  join release_positions l on l.owner_id = c.owner_id and l.release_id = c.release_id
  join release_products p on p.owner_id = l.owner_id and p.release_id = l.release_id and p.id = l.product_id
  cross join lateral (
    select (
      select price from jsonb_array_elements(p.prices -> c.currency) with ordinality as published(price, rank)
       where price ->> 'valid_to' is null or (price ->> 'valid_to')::numeric > extract(epoch from now()) * 1000
       order by rank limit 1
    ) as price
  ) as first
 group by l.owner_id, l.release_id, c.currency, l.position / 16384;
