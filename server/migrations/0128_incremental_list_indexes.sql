-- no transaction
create index concurrently if not exists stock_levels_is_low_idx on stock_levels (environment_id, variant_id, location_id) where is_low;
-- All levels with a threshold: in most shops, nearly all levels.
drop index concurrently if exists stock_levels_low_stock_idx;
-- Descriptions that may show files.
create index concurrently if not exists products_with_files_idx on products (environment_id) where strpos(description, '/files/') > 0;
create index concurrently if not exists files_not_used_idx on files (environment_id, created_at desc, name desc)
  where is_stored and not is_used;
