-- What sellers edit: products, hierarchies of nodes that hold them, price books, catalogs, rules. Shoppers see none of it
-- before it is published: a release is a copy of a catalog, in tables of its own that nothing changes.

create table products (
  owner_id           uuid not null,
  id                 uuid not null,
  version            bigint not null,
  updated_at         timestamptz(3) not null,
  sku                text not null,
  name               text not null,
  description        text not null,
  slug               text not null,
  status             text not null,
  commodity_type     text not null,
  definition         text not null,
  options            jsonb not null,
  -- Of its options: names of price modifiers.
  modifier_names     text[] not null,
  tags               text[] not null,
  tax_class_id       uuid,
  weight             integer not null,
  main_image_file_id uuid,
  extensions         jsonb not null,
  external_ref       text not null,
  primary key (owner_id, id)
);
create unique index products_sku on products (owner_id, sku);
create unique index products_slug on products (owner_id, slug) where slug <> '';
create index products_name on products (owner_id, name, id);

create table hierarchies (
  owner_id    uuid not null,
  id          uuid not null,
  version     bigint not null,
  updated_at  timestamptz(3) not null,
  name        text not null,
  slug        text not null,
  description text not null,
  primary key (owner_id, id)
);
create unique index hierarchies_slug on hierarchies (owner_id, slug) where slug <> '';

create table nodes (
  owner_id     uuid not null,
  id           uuid not null,
  version      bigint not null,
  updated_at   timestamptz(3) not null,
  hierarchy_id uuid not null,
  parent_id    uuid,
  name         text not null,
  slug         text not null,
  description  text not null,
  sort_order   integer not null,
  primary key (owner_id, id),
  constraint nodes_of_hierarchy unique (owner_id, hierarchy_id, id),
  constraint nodes_owner_id_hierarchy_id_fkey foreign key (owner_id, hierarchy_id)
    references hierarchies (owner_id, id) on delete cascade,
  constraint nodes_parent foreign key (owner_id, hierarchy_id, parent_id)
    references nodes (owner_id, hierarchy_id, id) on delete cascade
);
create unique index nodes_slug on nodes (owner_id, hierarchy_id, slug) where slug <> '';
create index nodes_parent_id on nodes (owner_id, parent_id) where parent_id is not null;

create table node_products (
  owner_id   uuid not null,
  node_id    uuid not null,
  product_id uuid not null,
  primary key (owner_id, node_id, product_id),
  constraint node_products_node foreign key (owner_id, node_id) references nodes (owner_id, id) on delete cascade,
  constraint node_products_product foreign key (owner_id, product_id) references products (owner_id, id) on delete cascade
);
create index node_products_of_product on node_products (owner_id, product_id, node_id);

create table pricebooks (
  owner_id     uuid not null,
  id           uuid not null,
  version      bigint not null,
  updated_at   timestamptz(3) not null,
  name         text not null,
  description  text not null,
  external_ref text not null,
  primary key (owner_id, id)
);

create table product_prices (
  owner_id     uuid not null,
  id           uuid not null,
  version      bigint not null,
  updated_at   timestamptz(3) not null,
  pricebook_id uuid not null,
  sku          text not null,
  currencies   jsonb not null,
  valid_from   timestamptz(3),
  valid_to     timestamptz(3),
  primary key (owner_id, id),
  constraint product_prices_owner_id_pricebook_id_fkey foreign key (owner_id, pricebook_id)
    references pricebooks (owner_id, id) on delete cascade,
  constraint product_prices_sku unique nulls not distinct (owner_id, pricebook_id, sku, valid_from)
);
create index product_prices_of_book on product_prices (owner_id, pricebook_id, id);

create table price_modifiers (
  owner_id      uuid not null,
  id            uuid not null,
  version       bigint not null,
  updated_at    timestamptz(3) not null,
  pricebook_id  uuid not null,
  name          text not null,
  modifier_type text not null,
  currencies    jsonb not null,
  primary key (owner_id, id),
  constraint price_modifiers_owner_id_pricebook_id_fkey foreign key (owner_id, pricebook_id)
    references pricebooks (owner_id, id) on delete cascade,
  constraint price_modifiers_name unique (owner_id, pricebook_id, name)
);

-- What a catalog names may go: then its next release fails and says so.
create table catalogs (
  owner_id      uuid not null,
  id            uuid not null,
  version       bigint not null,
  updated_at    timestamptz(3) not null,
  name          text not null,
  description   text not null,
  hierarchy_ids text[] not null,
  pricebook_id  uuid,
  pricebooks    jsonb not null,
  locale        text not null,
  primary key (owner_id, id)
);

-- A store's rule names a catalog of the store or of its organization.
create table catalog_rules (
  owner_id         uuid not null,
  id               uuid not null,
  version          bigint not null,
  updated_at       timestamptz(3) not null,
  name             text not null,
  description      text not null,
  catalog_owner_id uuid not null,
  catalog_id       uuid not null,
  customers        text[] not null,
  accounts         text[] not null,
  channels         text[] not null,
  tags             text[] not null,
  schedules        jsonb not null,
  priority         integer not null,
  primary key (owner_id, id),
  constraint catalog_rules_catalog foreign key (catalog_owner_id, catalog_id) references catalogs (owner_id, id)
);
create index catalog_rules_of_catalog on catalog_rules (catalog_owner_id, catalog_id);

create table catalog_releases (
  owner_id            uuid not null,
  id                  uuid not null,
  version             bigint not null,
  updated_at          timestamptz(3) not null,
  organization_id     uuid not null,
  catalog_id          uuid not null,
  name                text not null,
  description         text not null,
  hierarchies         jsonb not null,
  release_status      text not null,
  release_message     text,
  export_full_delta   boolean not null,
  is_full_publish     boolean not null,
  previous_release_id uuid,
  -- How much was copied and changed; null until everything is copied.
  summary             jsonb,
  failures            integer not null,
  next_at             timestamptz(3) not null,
  started_at          timestamptz(3),
  finished_at         timestamptz(3),
  primary key (owner_id, id),
  constraint catalog_releases_owner_id_catalog_id_fkey foreign key (owner_id, catalog_id) references catalogs (owner_id, id)
);
create index catalog_releases_of_catalog on catalog_releases (owner_id, catalog_id, id);
create index catalog_releases_published on catalog_releases (owner_id, catalog_id, id) where release_status = 'PUBLISHED';
create index catalog_releases_unfinished on catalog_releases (id) where release_status in ('PENDING', 'IN_PROGRESS');

-- The copies have no foreign key to their release: 50,000 rows that go with it are swept in the background.
create table release_hierarchies (
  owner_id    uuid not null,
  release_id  uuid not null,
  id          uuid not null,
  updated_at  timestamptz(3) not null,
  name        text not null,
  slug        text not null,
  description text not null,
  digest      text not null,
  primary key (owner_id, release_id, id)
);

create table release_nodes (
  owner_id     uuid not null,
  release_id   uuid not null,
  id           uuid not null,
  updated_at   timestamptz(3) not null,
  hierarchy_id uuid not null,
  parent_id    uuid,
  -- From the root to the parent.
  ancestors    uuid[] not null,
  name         text not null,
  slug         text not null,
  description  text not null,
  sort_order   integer not null,
  digest       text not null,
  primary key (owner_id, release_id, id)
);
create index release_nodes_of_hierarchy on release_nodes (owner_id, release_id, hierarchy_id, id);

create table release_products (
  owner_id           uuid not null,
  release_id         uuid not null,
  id                 uuid not null,
  updated_at         timestamptz(3) not null,
  sku                text not null,
  name               text not null,
  description        text not null,
  slug               text not null,
  commodity_type     text not null,
  definition         text not null,
  options            jsonb not null,
  tags               text[] not null,
  tax_class_id       uuid,
  weight             integer not null,
  main_image_file_id uuid,
  extensions         jsonb not null,
  external_ref       text not null,
  node_ids           uuid[] not null,
  -- The nodes and all above them.
  category_ids       uuid[] not null,
  -- By currency: the prices that may hold, the one to prefer first.
  prices             jsonb not null,
  digest             text not null,
  primary key (owner_id, release_id, id)
);
create unique index release_products_sku on release_products (owner_id, release_id, sku);
create index release_products_name on release_products (owner_id, release_id, name, id);
create index release_products_slug on release_products (owner_id, release_id, slug) where slug <> '';
create index release_products_definition on release_products (owner_id, release_id, definition) where definition <> '';

-- Which products are in a node or a hierarchy.
create table release_places (
  owner_id   uuid not null,
  release_id uuid not null,
  place_id   uuid not null,
  product_id uuid not null,
  primary key (owner_id, release_id, place_id, product_id)
);

-- What differs from the release before.
create table release_changes (
  owner_id   uuid not null,
  release_id uuid not null,
  id         uuid not null,
  type       text not null,
  change     text not null,
  label      text not null,
  primary key (owner_id, release_id, id)
);

-- Releases that are gone and whose copies are not yet.
create table release_remains (
  owner_id   uuid not null,
  release_id uuid not null,
  primary key (owner_id, release_id)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'What a release holds is never changed.' using errcode = 'integrity_constraint_violation';
end $$;
create trigger release_hierarchies_stay before update on release_hierarchies for each statement execute function refuse_change();
create trigger release_nodes_stay before update on release_nodes for each statement execute function refuse_change();
create trigger release_products_stay before update on release_products for each statement execute function refuse_change();
create trigger release_places_stay before update on release_places for each statement execute function refuse_change();
create trigger release_changes_stay before update on release_changes for each statement execute function refuse_change();
