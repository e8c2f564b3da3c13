-- How many accounts an account member may belong to, and what happens to members of bodies that nothing knows.
alter table settings
  add column membership_limit integer not null default 10000,
  add column unknown_members  text not null default 'refuse';
