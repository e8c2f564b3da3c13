-- Texts of categories and of what products vary in, by language tag, as products have them; and the language of the texts
-- that have none.
alter table settings add column default_language text not null default 'en';

alter table hierarchies         add column locales jsonb not null default '{}';
alter table nodes               add column locales jsonb not null default '{}';
alter table release_hierarchies add column locales jsonb not null default '{}';
alter table release_nodes       add column locales jsonb not null default '{}';
alter table variations          add column locales jsonb not null default '{}';
alter table variation_options   add column locales jsonb not null default '{}';
