-- Who reads the live stream of deliveries. Workers look here with each heartbeat and announce attempts only while there is a
-- reader. Unlogged: a crash of the database ends all of them.
create unlogged table delivery_streams (
  id       uuid not null primary key,
  owner_id uuid not null,
  filter   jsonb not null,
  seen_at  timestamptz(3) not null
);
