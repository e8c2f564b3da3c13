-- Groups of customers that promotions may be for.
alter table customers add segments text[] not null default '{}';
