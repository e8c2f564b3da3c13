-- Log-ins by a provider are sealed in a cookie, not stored; the state of one that came back is kept until it expires, so that none
-- is good twice.
create table used_provider_log_ins (
  state      text primary key,
  expires_at timestamptz(3) not null
);
create index used_provider_log_ins_expired on used_provider_log_ins (expires_at);
