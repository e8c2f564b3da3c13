-- Exports of some records only: a filter of their list.
alter table export_jobs add column filter text;

-- Each store has a realm of its customers and one of its account members from its birth.
alter table authentication_realms
  add column redirect_uris text[] not null default '{}',
  add column origin text check (origin in ('customer', 'account'));
create unique index authentication_realms_origin on authentication_realms (owner_id, origin);

-- An id is a UUID version 7: the time in milliseconds and chance.
insert into authentication_realms (owner_id, id, version, updated_at, name, duplicate_email_policy, origin)
select stores.id,
       (lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || '7' ||
        substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid,
       1, now(), kind.name, 'unassignable', kind.origin
  from stores
  cross join (values ('Customers', 'customer'), ('Account members', 'account')) as kind (name, origin);

-- A user of the account realm is an account member, with one id. Members that exist get their user; one who logs in as a
-- user of another realm goes on to do so.
insert into user_authentication_info
       (owner_id, id, version, updated_at, authentication_realm_id, name, email, unique_email)
select member.owner_id, member.id, 1, member.updated_at, realm.id, member.name, member.email, member.email
  from account_members member
  join authentication_realms realm on realm.owner_id = member.owner_id and realm.origin = 'account';
update account_members set user_authentication_info_id = id where user_authentication_info_id is null;
-- Whether two of them may have one e-mail address is what the realm says, by an index of its users.
drop index account_members_email;
create index account_members_email on account_members (owner_id, email);

create table account_authentication_settings (
  owner_id                                             uuid not null,
  id                                                   uuid not null,
  version                                              bigint not null,
  updated_at                                           timestamptz(3) not null,
  enable_self_signup                                   boolean not null,
  auto_create_account_for_account_members              boolean not null,
  account_member_self_management                       text not null,
  account_management_authentication_token_timeout_secs integer not null,
  primary key (owner_id)
);

-- A custom API is deleted at once; a background job deletes its entries, which therefore outlive it.
alter table custom_entries drop constraint custom_entries_owner_id_custom_api_id_fkey;
create table custom_api_removals (
  owner_id        uuid not null,
  organization_id uuid not null,
  id              uuid not null,
  api_type        text not null,
  primary key (owner_id, id)
);
