-- The parent that a product of a release was built from, and its options. Older releases show none until the next one.
alter table release_products
  add column base_product_id  uuid,
  -- The variations of the parent, each with the one option of the product; null without a parent.
  add column child_variations jsonb,
  -- Types that a filter finds it by: a child also in place of its parent, which is not sold.
  add column product_types    text[] not null default '{standard}';

-- Parents of products of a release: found by their id, and neither listed nor sold.
create table release_parents (like release_products including defaults);
alter table release_parents
  drop column search,
  drop column digest,
  drop column base_product_id,
  drop column child_variations,
  drop column product_types,
  add column build jsonb not null,
  add primary key (owner_id, release_id, id);
create trigger release_parents_stay before update on release_parents for each statement execute function refuse_change();
