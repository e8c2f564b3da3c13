create role tidings login password 'secret-of-tidings';
create database tidings owner tidings;
-- Lets Tidings monitor the standbys.
grant pg_read_all_stats to tidings;
