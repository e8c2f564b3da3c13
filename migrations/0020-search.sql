-- Shoppers search the release that they see. Both extensions come with PostgreSQL and may be made by a database's owner:
-- one lets an index hold the release beside the words, the other tells how far a word is from one that is known.
create extension if not exists btree_gin;
create extension if not exists fuzzystrmatch;

-- It is the same for the same tags always, which PostgreSQL cannot know of arrays of any kind.
create function joined_tags(tags text[]) returns text
language sql immutable parallel safe as $$ select array_to_string(tags, ' ') $$;

-- Words of a product as they are written and as English has them without endings, so that lamps are found as lamp, and
-- what is no English is found as it is written. Names and skus weigh most, then tags, then the description. Marks part
-- words, those within skus too.
alter table release_products add column search tsvector not null generated always as (
  setweight(to_tsvector('pg_catalog.simple',
    translate(name || ' ' || sku || ' ', '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))), 'A')
  || setweight(to_tsvector('pg_catalog.english', translate(name, '-./@_', '     ')), 'A')
  || setweight(to_tsvector('pg_catalog.simple', translate(joined_tags(tags), '-./@_', '     ')), 'B')
  || setweight(to_tsvector('pg_catalog.english', translate(joined_tags(tags), '-./@_', '     ')), 'B')
  || setweight(to_tsvector('pg_catalog.english', translate(left(description, 20000), '-./@_', '     ')), 'D')
) stored;
create index release_products_search on release_products using gin (release_id, search);

-- Every word of a release: what is not among them was mistyped.
create table release_words (
  owner_id   uuid not null,
  release_id uuid not null,
  word       text collate "C" not null,
  primary key (owner_id, release_id, word)
);
create trigger release_words_stay before update on release_words for each statement execute function refuse_change();
insert into release_words (owner_id, release_id, word)
select distinct owner_id, release_id, word
  from release_products cross join lateral unnest(tsvector_to_array(search)) as word
 where length(word) between 2 and 60;

create index release_nodes_of_parent on release_nodes (owner_id, release_id, hierarchy_id, parent_id);
