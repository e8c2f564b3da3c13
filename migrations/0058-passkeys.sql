-- Passkeys (WebAuthn), by which people log in.
create table person_passkeys (
  id            uuid primary key,
  person_id     uuid not null references people (id) on delete cascade,
  name          text not null,
  -- Base64url. Authenticators choose it, so that it is unique in the whole deployment.
  credential_id text not null unique,
  -- COSE. It is no secret.
  public_key    bytea not null,
  -- Of the last signature; 0 for authenticators that do not count.
  sign_count    bigint not null,
  transports    text[] not null,
  backed_up     boolean not null,
  created_at    timestamptz(3) not null,
  last_used_at  timestamptz(3)
);
create index person_passkeys_person on person_passkeys (person_id, id);

-- Challenges are sealed, not stored; the id of a used one is kept until it expires, so that none is good twice.
create table used_passkey_challenges (
  id         uuid primary key,
  expires_at timestamptz(3) not null
);
create index used_passkey_challenges_expired on used_passkey_challenges (expires_at);
