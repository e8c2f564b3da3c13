-- Addresses that messages of an owner's alerts go to: their readers have agreed.
create table alert_recipients (
  owner_id     uuid not null,
  -- In lower case.
  address      text not null,
  confirmed_at timestamptz(3) not null,
  primary key (owner_id, address)
);

-- Mails that ask the reader of an address to confirm it. Kept until their links expire.
create table alert_confirmations (
  id           uuid primary key,
  owner_id     uuid not null,
  -- In lower case.
  address      text not null,
  -- The address without a tag, as in `name+tag@example.com`.
  mailbox      text not null,
  -- The day of the request, in UTC.
  day          date not null,
  -- Of the code in the link; null until the first try to send it.
  code_hash    text unique,
  expires_at   timestamptz(3) not null,
  -- When the mail is to be sent; null when it was, or is given up.
  mail_at      timestamptz(3),
  failed_tries integer not null default 0
);
-- A mailbox gets one on a day, whichever owners request it.
create unique index alert_confirmations_daily on alert_confirmations (mailbox, day);
create index alert_confirmations_of_owner on alert_confirmations (owner_id, day);
create index alert_confirmations_due on alert_confirmations (mail_at) where mail_at is not null;
create index alert_confirmations_expired on alert_confirmations (expires_at);

-- Who gets messages already goes on getting them.
insert into alert_recipients (owner_id, address, confirmed_at)
select distinct owner_id, lower(address), now()
  from alerts, jsonb_array_elements_text(case when jsonb_typeof(recipients) = 'array' then recipients else '[]' end) as address;
