-- What jobs of an ordered integration are ordered by, while they are unfinished; null for all others, which therefore pay
-- neither for the index nor for its upkeep.
alter table jobs add column order_key text;
create index jobs_ordered on jobs (integration_id, order_key, id) where order_key is not null;
