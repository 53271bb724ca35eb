-- For whom an intent reserves stock: a keyed hash of the client's network, of the customer or of the cart. Null: a customer whom a
-- server has named, or a checkout that is paid at once. Since when its cart has reserved without paying, through all its intents.
alter table checkouts
  add column reserved_for text collate "C",
  add column reserving_since timestamptz;
create index checkouts_reserving on checkouts (environment_id, reserved_for) where status = 'active' and reserved_for is not null;

alter table environments
  add column reservation_minutes integer not null default 5 check (reservation_minutes between 1 and 60),
  add column reservation_max_units integer not null default 10 check (reservation_max_units > 0),
  add column reservation_max_percent integer not null default 20 check (reservation_max_percent between 0 and 100);
