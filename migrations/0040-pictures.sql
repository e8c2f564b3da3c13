alter table files
  -- What a picture shows, in words; '' if nothing was sent.
  add column alternative_text text not null default '',
  -- Smaller pictures that were made of it, by width: their key in the store of bytes, and their bytes.
  add column sizes            jsonb not null default '{}';
