-- Products that few filters of the shop match: by vendor, type, tags and options together, and by price.
create index listings_terms_idx on listings using gin (environment_id, (tags || option_terms || array[vendor, type]));
create index listing_prices_highest_idx on listing_prices (environment_id, currency, highest, product_id);
-- The media library, newest first.
create index files_created_at_idx on files (environment_id, created_at desc, name desc) where is_stored;
