create role tidings login password 'secret-of-tidings';
create database tidings owner tidings;
-- Lets Tidings see the standbys, for its metrics.
grant pg_read_all_stats to tidings;
