-- What clients send of products: texts by language, codes of the trade, inputs of shoppers, files.
alter table products
  add column mpn               text not null default '',
  add column upc_ean           text not null default '',
  -- By language tag.
  add column locales           jsonb not null default '{}',
  add column custom_inputs     jsonb not null default '{}',
  add column custom_attributes jsonb not null default '{}',
  add column build_rules       jsonb,
  -- In the order in which they are shown. Files that are deleted leave it, by the trigger below.
  add column file_ids          text[] not null default '{}';
-- So far it could name a file that does not exist.
update products set main_image_file_id = null
 where main_image_file_id is not null
   and not exists (select from files f where f.owner_id = products.owner_id and f.id = main_image_file_id);
create index products_main_image on products (owner_id, main_image_file_id) where main_image_file_id is not null;
create index products_files on products using gin (file_ids);

alter table release_products
  add column mpn               text not null default '',
  add column upc_ean           text not null default '',
  add column locales           jsonb not null default '{}',
  add column custom_inputs     jsonb not null default '{}',
  add column custom_attributes jsonb not null default '{}',
  add column build_rules       jsonb,
  -- Some of them may be deleted since: readers leave those out.
  add column file_ids          text[] not null default '{}';

create function remove_file_from_products() returns trigger language plpgsql as $$
begin
  update products
     set file_ids = array_remove(file_ids, old.id::text), main_image_file_id = nullif(main_image_file_id, old.id),
         version = version + 1, updated_at = now()
   where owner_id = old.owner_id and (main_image_file_id = old.id or file_ids @> array[old.id::text]);
  return null;
end $$;
create trigger files_of_products after delete on files for each row execute function remove_file_from_products();

-- What products vary in. A product that has variations is built into a child product for each combination of their options.
create table variations (
  owner_id   uuid not null,
  id         uuid not null,
  version    bigint not null,
  updated_at timestamptz(3) not null,
  name       text not null,
  sort_order integer not null,
  primary key (owner_id, id)
);

create table variation_options (
  owner_id             uuid not null,
  id                   uuid not null,
  version              bigint not null,
  updated_at           timestamptz(3) not null,
  product_variation_id uuid not null,
  name                 text not null,
  description          text not null,
  sort_order           integer not null,
  primary key (owner_id, id),
  constraint variation_options_name unique (owner_id, product_variation_id, name),
  constraint variation_options_owner_id_product_variation_id_fkey foreign key (owner_id, product_variation_id)
    references variations (owner_id, id) on delete cascade
);
create index variation_options_of_variation on variation_options (owner_id, product_variation_id, id);

create table variation_modifiers (
  owner_id                    uuid not null,
  id                          uuid not null,
  version                     bigint not null,
  updated_at                  timestamptz(3) not null,
  product_variation_id        uuid not null,
  product_variation_option_id uuid not null,
  type                        text not null,
  value                       text,
  seek                        text,
  set                         text,
  reference_name              text,
  primary key (owner_id, id),
  constraint variation_modifiers_owner_id_product_variation_option_id_fkey
    foreign key (owner_id, product_variation_option_id) references variation_options (owner_id, id) on delete cascade
);
create index variation_modifiers_of_option on variation_modifiers (owner_id, product_variation_option_id, id);

alter table products
  add column variation_ids   text[] not null default '{}',
  -- Of a child: its parent, and the options that it was built from, in the order of the parent's variations.
  add column base_product_id uuid,
  add column option_ids      text[] not null default '{}',
  -- Of a parent: which children the latest build made; null for other products.
  add column build           jsonb,
  add constraint products_base_product foreign key (owner_id, base_product_id)
    references products (owner_id, id) on delete set null (base_product_id);
create index products_of_base_product on products (owner_id, base_product_id, id) where base_product_id is not null;
create index products_variations on products using gin (variation_ids);
