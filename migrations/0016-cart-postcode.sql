-- Zones and shipping may be limited to postcodes.
alter table carts add postcode text;
