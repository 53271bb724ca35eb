-- no transaction
-- The orders of the lists of storefronts, without drafts and archived products, which may be most of a shop.
create index concurrently if not exists listings_active_idx on listings (environment_id, product_id) where status = 'active';
create index concurrently if not exists listings_active_title_key_idx on listings (environment_id, title_key, product_id desc)
  where status = 'active';
create index concurrently if not exists listings_active_units_sold_idx on listings (environment_id, units_sold, product_id)
  where status = 'active';
-- For lists by price: the products without a price in a currency are those of all sets without it, and a shop has few sets.
create index concurrently if not exists listings_active_currencies_idx on listings (environment_id, currencies, product_id)
  where status = 'active';
-- What searches and filters of storefronts find. Staff and rules of collections find the rest, too. Without the list of recent
-- changes, of all shops, which every search would read from beginning to end: with it, searches took ten times as long after
-- a thousand products had changed, until the next vacuum.
create index concurrently if not exists listings_active_search_vector_idx on listings using gin (environment_id, search_vector)
  with (fastupdate = off) where status = 'active';
create index concurrently if not exists listings_active_terms_idx on listings
  using gin (environment_id, fold_terms(tags || option_terms || array[vendor, type])) with (fastupdate = off) where status = 'active';
