-- What is due of each store, so that much of one store does not hold up that of another.
drop index carts_expiry;
create index carts_expiry on carts (owner_id, expires_at);
drop index orders_expiry;
create index orders_expiry on orders (owner_id, expires_at) where expires_at is not null;
create index transactions_decided on transactions (owner_id, decided_at) where decided_at is not null;
create index one_time_password_requests_of_store on one_time_password_requests (owner_id, id);
