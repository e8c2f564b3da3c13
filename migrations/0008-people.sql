-- People who sign in. A password is kept as the hash of a slow function, with that function's parameters in it.
alter table customers add column password_hash text;

create table authentication_realms (
  owner_id               uuid not null,
  id                     uuid not null,
  version                bigint not null,
  updated_at             timestamptz(3) not null,
  name                   text not null,
  duplicate_email_policy text not null,
  primary key (owner_id, id)
);

create table user_authentication_info (
  owner_id                uuid not null,
  id                      uuid not null,
  version                 bigint not null,
  updated_at              timestamptz(3) not null,
  authentication_realm_id uuid not null,
  name                    text not null,
  email                   text not null,
  -- The e-mail address where the realm wants it unique, null where it does not.
  unique_email            text,
  primary key (owner_id, id),
  constraint user_authentication_info_owner_id_authentication_realm_id_fkey
    foreign key (owner_id, authentication_realm_id) references authentication_realms (owner_id, id)
);
create unique index user_authentication_info_email
  on user_authentication_info (owner_id, authentication_realm_id, unique_email);
create index user_authentication_info_realm on user_authentication_info (owner_id, authentication_realm_id, id);

create table password_profiles (
  owner_id                       uuid not null,
  id                             uuid not null,
  version                        bigint not null,
  updated_at                     timestamptz(3) not null,
  authentication_realm_id        uuid not null,
  name                           text not null,
  username_format                text not null,
  enable_one_time_password_token boolean not null,
  primary key (owner_id, id),
  constraint password_profiles_owner_id_authentication_realm_id_fkey
    foreign key (owner_id, authentication_realm_id) references authentication_realms (owner_id, id)
);
create index password_profiles_realm on password_profiles (owner_id, authentication_realm_id, id);

-- How one user signs in under one password profile.
create table password_profile_info (
  owner_id                    uuid not null,
  id                          uuid not null,
  version                     bigint not null,
  updated_at                  timestamptz(3) not null,
  authentication_realm_id     uuid not null,
  user_authentication_info_id uuid not null,
  password_profile_id         uuid not null,
  username                    text not null,
  password_hash               text,
  primary key (owner_id, id),
  constraint password_profile_info_owner_id_authentication_realm_id_fkey
    foreign key (owner_id, authentication_realm_id) references authentication_realms (owner_id, id),
  constraint password_profile_info_owner_id_user_authentication_info_id_fkey
    foreign key (owner_id, user_authentication_info_id) references user_authentication_info (owner_id, id),
  constraint password_profile_info_profile
    foreign key (owner_id, password_profile_id) references password_profiles (owner_id, id)
);
create unique index password_profile_info_username on password_profile_info (owner_id, password_profile_id, username);
create unique index password_profile_info_user
  on password_profile_info (owner_id, user_authentication_info_id, password_profile_id);

create table account_members (
  owner_id                    uuid not null,
  id                          uuid not null,
  version                     bigint not null,
  updated_at                  timestamptz(3) not null,
  name                        text not null,
  email                       text not null,
  user_authentication_info_id uuid,
  primary key (owner_id, id),
  constraint account_members_user
    foreign key (owner_id, user_authentication_info_id) references user_authentication_info (owner_id, id)
);
create unique index account_members_email on account_members (owner_id, email);
create unique index account_members_user_once on account_members (owner_id, user_authentication_info_id);

create table account_memberships (
  owner_id          uuid not null,
  id                uuid not null,
  version           bigint not null,
  updated_at        timestamptz(3) not null,
  account_id        uuid not null,
  account_member_id uuid not null,
  role              text,
  primary key (owner_id, id),
  constraint account_memberships_owner_id_account_id_fkey
    foreign key (owner_id, account_id) references accounts (owner_id, id),
  constraint account_memberships_member
    foreign key (owner_id, account_member_id) references account_members (owner_id, id)
);
create unique index account_memberships_pair on account_memberships (owner_id, account_id, account_member_id);
create index account_memberships_account on account_memberships (owner_id, account_id, id);
create index account_memberships_of_member on account_memberships (owner_id, account_member_id, id);

-- Every request is written down, whether there is such a user or not, and looked into afterwards: the answer cannot tell.
create table one_time_password_requests (
  id                      uuid primary key,
  organization_id         uuid not null,
  owner_id                uuid not null,
  authentication_realm_id uuid not null,
  password_profile_id     uuid not null,
  username                text not null,
  purpose                 text not null
);

-- The newest code of a user under a password profile; at most one is good.
create table one_time_passwords (
  owner_id                 uuid not null,
  password_profile_info_id uuid not null,
  code_id                  uuid not null,
  -- Null once the code was used.
  code_hash                text,
  purpose                  text not null,
  expires_at               timestamptz(3) not null,
  tries                    integer not null,
  -- Codes made since then.
  counted_since            timestamptz(3) not null,
  made                     integer not null,
  primary key (owner_id, password_profile_info_id),
  foreign key (owner_id, password_profile_info_id) references password_profile_info (owner_id, id) on delete cascade
);
create index one_time_passwords_expired on one_time_passwords (expires_at);

-- Tokens rest on somebody (a customer, a membership) and name the generation that they were given at. Raising it ends them.
-- Generations come from a sequence and not from the clock: a row that was forgotten begins above every token given before.
create sequence token_generations;
create table token_generations_of (
  holder_id  uuid primary key,
  generation bigint not null,
  raised_at  timestamptz(3) not null
);
create index token_generations_raised on token_generations_of (raised_at);
