-- PostgreSQL takes the beginning of 34e01e1c for the number 34e01. The letter before it makes it a word; a search looks for both.
create or replace function words_of(name text) returns tsvector
language sql immutable parallel safe as $$
  select to_tsvector('pg_catalog.simple'::regconfig, regexp_replace(
    translate(name, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)), '(^|\s)([0-9]+[eE][0-9])', '\1ŋ\2', 'g'))
$$;

reindex index orders_customer_words;
reindex index customers_words;
reindex index products_words;
reindex index promotions_words;
reindex index integrations_words;
