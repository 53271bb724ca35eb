-- no transaction
-- Each filter of the order list has an index in the order of the list: a page reads its own rows, however rare they are.
create index concurrently if not exists orders_status_idx on orders (environment_id, status, placed_at desc, id desc);
create index concurrently if not exists orders_payment_status_idx on orders (environment_id, payment_status, placed_at desc, id desc);
create index concurrently if not exists orders_fulfillment_status_idx on orders (environment_id, fulfillment_status, placed_at desc, id desc);
create index concurrently if not exists orders_return_status_idx on orders (environment_id, return_status, placed_at desc, id desc)
  where return_status <> 'none';
create index concurrently if not exists orders_source_idx on orders (environment_id, source, placed_at desc, id desc);
-- Most orders have no tags.
create index concurrently if not exists orders_tags_idx on orders using gin (environment_id, tags) where tags <> '{}';
-- In the order of the list as well: an address that many shops know looked frequent, and all orders were read.
create index concurrently if not exists orders_email_placed_at_idx on orders (environment_id, lower(email), placed_at desc, id desc);
drop index concurrently if exists orders_email_idx;
-- Parts of the indexes above.
drop index concurrently if exists orders_return_requested_idx;
drop index concurrently if exists orders_disputed_idx;
drop index concurrently if exists orders_to_capture_idx;
drop index concurrently if exists orders_checked_out_idx;
