-- Indexes call these functions without a search path: their bodies are parsed here.

create function is_ascii(text) returns boolean
language sql immutable parallel safe begin atomic
  select octet_length($1) = length($1);
end;

-- Searches find a text in other spellings: in any case, with or without accents, in compatible characters (full-width
-- digits, ligatures). Letters that do not decompose have a replacement. src/kernel/text/search-text.ts does the same.
create function search_text(text) returns text
language sql immutable parallel safe begin atomic
  select case when is_ascii($1) then lower($1 collate "C") else
    normalize(translate(
      replace(replace(replace(replace(
        lower(regexp_replace(normalize(translate($1, '©®℗™℠', ''), NFKD), '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200d\u2060\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]+', '', 'g')),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      'đðħıłŋøŧς’ʼ‘‐–—−', 'ddhilnotσ''''''----'), NFC)
  end;
end;

-- Scripts without spaces between words or with vowels as marks, and pictures: found by pairs of characters.
create function gram_runs() returns text
language sql immutable parallel safe begin atomic
  select '[\u0900-\u109f\u1100-\u11ff\u1780-\u17ff\u2190-\u23ff\u2500-\u2bff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303b\u3041-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U000323af]+';
end;

-- Each character with the next one, the last one alone: a search for one character looks for grams that begin with it.
create function search_grams(text, weight text) returns tsvector
language sql immutable parallel safe begin atomic
  select coalesce(string_agg('''' || gram || ''':1' || $2, ' '), '')::tsvector
    from regexp_matches($1, gram_runs(), 'g') as run
    cross join lateral (
      select character || coalesce(lead(character) over (order by number), '') as gram
        from unnest(string_to_array(run[1], null)) with ordinality as characters(character, number)
    ) as grams;
end;

-- The words that have a character beyond ASCII; other words have no other spelling.
create function beyond_ascii(text) returns text
language sql immutable parallel safe begin atomic
  select coalesce(string_agg(word[1], ' '), '')
    from regexp_matches($1, '[0-9A-Za-z]*[^\x01-\x7f][^\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]*', 'g') as word;
end;

-- Words and grams by which a product is found beyond the words of its text as it is written, which `search` has. `offset 0`
-- keeps each text from being computed several times.
create function search_variants(name text, sku text, tags text[], description text, search tsvector) returns tsvector
language sql immutable parallel safe begin atomic
  select setweight(ts_delete(
           to_tsvector('pg_catalog.simple', translate(in_name, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)))
             || to_tsvector('pg_catalog.english', translate(in_name, '-./@_', '     ')),
           tsvector_to_array(ts_filter($5, '{a}'))), 'A')
         || setweight(ts_delete(
           to_tsvector('pg_catalog.simple', translate(in_tags, '-./@_', '     '))
             || to_tsvector('pg_catalog.english', translate(in_tags, '-./@_', '     ')),
           tsvector_to_array(ts_filter($5, '{a,b}'))), 'B')
         || setweight(ts_delete(
           to_tsvector('pg_catalog.english', translate(elsewhere, '-./@_', '     ')),
           tsvector_to_array($5)), 'D')
         || grams
    from (
      select regexp_replace(texts.in_name, gram_runs(), ' ', 'g') as in_name,
             regexp_replace(texts.in_tags, gram_runs(), ' ', 'g') as in_tags,
             regexp_replace(texts.elsewhere, gram_runs(), ' ', 'g') as elsewhere,
             search_grams(texts.in_name, 'A') || search_grams(texts.in_tags, 'B') || search_grams(texts.elsewhere, 'D') as grams
        from (
          select search_text(beyond_ascii($1 || ' ' || $2)) as in_name, search_text(beyond_ascii(joined_tags($3))) as in_tags,
                 search_text(beyond_ascii(left($4, 20000))) as elsewhere
          offset 0
        ) as texts
      offset 0
    ) as split;
end;

-- Rows of release_words that begin with ~ are variants.
insert into release_words (owner_id, release_id, word, in_name, in_tags, elsewhere)
select l.owner_id, l.release_id, '~' || v.lexeme,
       string_agg(substring(int4send(l.position) from 2), '') filter (where 'A' = any(v.weights)),
       string_agg(substring(int4send(l.position) from 2), '') filter (where 'B' = any(v.weights) and not 'A' = any(v.weights)),
       string_agg(substring(int4send(l.position) from 2), '') filter (where not v.weights && '{A,B}')
  from release_positions l
  join release_products p on p.owner_id = l.owner_id and p.release_id = l.release_id and p.id = l.product_id
  cross join lateral unnest(search_variants(p.name, p.sku, p.tags, p.description, p.search)) as v
 where not is_ascii(p.name || p.sku || joined_tags(p.tags) || p.description)
 group by l.owner_id, l.release_id, v.lexeme;

-- The words of a name as searches compare them, for names that words_of does not suffice for. These indexes come last and are
-- small, since a table is locked for writes until the end.
create function search_words(name text) returns tsvector
language sql immutable parallel safe begin atomic
  select words_of(regexp_replace(search_text(name), gram_runs(), ' ', 'g')) || search_grams(search_text(name), 'A');
end;

create index orders_customer_search on orders using gin (owner_id, search_words(customer #>> array['name']))
 where not is_ascii(customer #>> array['name']);
create index customers_search on customers using gin (owner_id, search_words(name)) where not is_ascii(name);
create index products_search on products using gin (owner_id, search_words(name)) where not is_ascii(name);
create index promotions_search on promotions using gin (owner_id, search_words(name)) where not is_ascii(name);
create index integrations_search on integrations using gin (owner_id, search_words(name))
 where deleted_at is null and not is_ascii(name);
