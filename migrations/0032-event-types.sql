-- Event types that stores declare themselves. Payload and sample are kept as they were sent, in the order of their members.
create table event_types (
  owner_id    uuid not null,
  key         text collate "C" not null,
  version     bigint not null,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null,
  description text not null,
  -- JSON Schema of the payload.
  payload     json not null,
  sample      json not null,
  primary key (owner_id, key)
);
