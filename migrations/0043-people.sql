-- People who log in: each belongs to an organization, with roles for all of it or for some of its stores.
create table people (
  id                uuid primary key,
  organization_id   uuid not null references organizations (id),
  -- As it was typed; unique in lower case.
  email             text not null,
  normalized_email  text not null,
  name              text not null,
  -- Null for a person who logs in by other means only.
  password_hash     text,
  -- Sealed. It counts once a code has confirmed it.
  totp_secret       bytea,
  totp_confirmed_at timestamptz(3),
  -- The step of time of the last code, so that none is accepted twice.
  totp_last_step    bigint,
  oidc_issuer       text,
  oidc_subject      text,
  last_seen_at      timestamptz(3),
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3) not null
);
create unique index people_email on people (organization_id, normalized_email);
create index people_of_email on people (normalized_email);
create unique index people_oidc on people (organization_id, oidc_issuer, oidc_subject) where oidc_subject is not null;
create index people_organization on people (organization_id, id);

create table person_roles (
  person_id uuid not null references people (id) on delete cascade,
  -- Null for the organization and all its stores.
  store_id  uuid references stores (id),
  role      text not null
);
create unique index person_roles_once on person_roles (person_id, role, store_id) nulls not distinct;

-- Links that are good once: for a new person, to set a password anew, or to log in.
create table person_invitations (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  purpose         text not null,
  -- Null for a new person.
  person_id       uuid references people (id) on delete cascade,
  email           text not null,
  name            text,
  roles           jsonb not null,
  code_hash       text not null,
  -- The person who made it; null for a key or the command line.
  invited_by      uuid references people (id) on delete cascade,
  created_at      timestamptz(3) not null,
  expires_at      timestamptz(3) not null,
  used_at         timestamptz(3)
);
create index person_invitations_organization on person_invitations (organization_id, id);
create index person_invitations_person on person_invitations (person_id) where person_id is not null;
create index person_invitations_by on person_invitations (invited_by) where invited_by is not null;
create index person_invitations_expired on person_invitations (expires_at);

create table person_recovery_codes (
  person_id uuid not null references people (id) on delete cascade,
  code_hash text not null,
  used_at   timestamptz(3),
  primary key (person_id, code_hash)
);

-- A session is a family of refresh tokens, of which only the last is good.
create table person_sessions (
  id                  uuid primary key,
  person_id           uuid not null references people (id) on delete cascade,
  token_hash          text not null,
  previous_token_hash text,
  -- When the last token replaced the one before.
  rotated_at          timestamptz(3) not null,
  created_at          timestamptz(3) not null,
  used_at             timestamptz(3) not null,
  expires_at          timestamptz(3) not null,
  user_agent          text,
  address             text,
  ended_at            timestamptz(3)
);
create index person_sessions_person on person_sessions (person_id, id);
create index person_sessions_expired on person_sessions (expires_at);
