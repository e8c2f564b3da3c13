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
