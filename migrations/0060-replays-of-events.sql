-- A replay of the events that are named, instead of those of a time range.
alter table replays add column event_ids uuid[];
