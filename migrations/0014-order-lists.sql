-- Orders by what sellers look for: the state they are in, and what another system or the buyer calls them. The states are
-- few, so that one index serves a filter by any of them.
create index orders_states on orders (owner_id, status, payment, shipping, id);
create index orders_external_ref on orders (owner_id, external_ref, id);
create index orders_email on orders (owner_id, (customer #>> array['email']), id);
-- The states go together: without it what is paid and not yet sent is thought to be common, and looked for order by order.
create statistics orders_states_together (mcv) on status, payment, shipping from orders;
