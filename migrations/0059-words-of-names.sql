-- The words of a name, as they are written: what stands between them parts them, as it parts the words of a search.
create function words_of(name text) returns tsvector
language sql immutable parallel safe as $$
  select to_tsvector('pg_catalog.simple'::regconfig, translate(name, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)))
$$;

create index orders_customer_words on orders using gin (owner_id, words_of(customer #>> array['name']));
create index customers_words on customers using gin (owner_id, words_of(name));
create index products_words on products using gin (owner_id, words_of(name));
create index promotions_words on promotions using gin (owner_id, words_of(name));
create index integrations_words on integrations using gin (owner_id, words_of(name)) where deleted_at is null;
