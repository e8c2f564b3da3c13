-- Some systems accept only digits as the number of an order.
alter table settings
  add column order_number_format text not null default 'alphanumeric';
