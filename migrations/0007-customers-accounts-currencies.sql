-- Plain resources have a table each: owner_id, id (UUID version 7, which holds created_at), version, updated_at, and a column
-- for every attribute, of the same name. The key begins with the owner, and so do foreign keys: a reference to another
-- store's row cannot be stored.

create table customers (
  owner_id     uuid not null,
  id           uuid not null,
  version      bigint not null,
  updated_at   timestamptz(3) not null,
  name         text not null,
  email        text not null,
  external_ref text not null,
  primary key (owner_id, id)
);
create unique index customers_email on customers (owner_id, email);

create table accounts (
  owner_id        uuid not null,
  id              uuid not null,
  version         bigint not null,
  updated_at      timestamptz(3) not null,
  name            text not null,
  legal_name      text not null,
  registration_id text not null,
  external_ref    text not null,
  parent_id       uuid,
  -- From the parent to the root.
  ancestors       uuid[] not null,
  primary key (owner_id, id),
  constraint accounts_parent foreign key (owner_id, parent_id) references accounts (owner_id, id)
);
create index accounts_ancestors on accounts using gin (ancestors);
create index accounts_parent_id on accounts (owner_id, parent_id) where parent_id is not null;

-- Of a customer or of an account.
create table addresses (
  owner_id     uuid not null,
  id           uuid not null,
  version      bigint not null,
  updated_at   timestamptz(3) not null,
  customer_id  uuid,
  account_id   uuid,
  name         text not null,
  first_name   text not null,
  last_name    text not null,
  company_name text not null,
  phone_number text not null,
  line_1       text not null,
  line_2       text not null,
  city         text not null,
  county       text not null,
  region       text not null,
  postcode     text not null,
  country      text not null,
  instructions text not null,
  primary key (owner_id, id),
  constraint addresses_owner_id_customer_id_fkey foreign key (owner_id, customer_id) references customers (owner_id, id),
  constraint addresses_owner_id_account_id_fkey foreign key (owner_id, account_id) references accounts (owner_id, id),
  check (num_nonnulls(customer_id, account_id) = 1)
);
create index addresses_customer on addresses (owner_id, customer_id, id) where customer_id is not null;
create index addresses_account on addresses (owner_id, account_id, id) where account_id is not null;

create table currencies (
  owner_id           uuid not null,
  id                 uuid not null,
  version            bigint not null,
  updated_at         timestamptz(3) not null,
  code               text not null,
  exchange_rate      double precision not null,
  format             text not null,
  decimal_point      text not null,
  thousand_separator text not null,
  decimal_places     integer not null,
  "default"          boolean not null,
  enabled            boolean not null,
  primary key (owner_id, id)
);
create unique index currencies_code on currencies (owner_id, code);
create unique index currencies_default on currencies (owner_id) where "default";
