-- Each filter of the order list has an index in the order of the list: a page reads its own rows, however rare they are.
create index orders_status_idx on orders (environment_id, status, placed_at desc, id desc);
create index orders_payment_status_idx on orders (environment_id, payment_status, placed_at desc, id desc);
create index orders_fulfillment_status_idx on orders (environment_id, fulfillment_status, placed_at desc, id desc);
create index orders_return_status_idx on orders (environment_id, return_status, placed_at desc, id desc) where return_status <> 'none';
create index orders_source_idx on orders (environment_id, source, placed_at desc, id desc);
-- Most orders have no tags.
create index orders_tags_idx on orders using gin (environment_id, tags) where tags <> '{}';
-- In the order of the list as well: an address that many shops know looked frequent, and all orders were read.
drop index orders_email_idx;
create index orders_email_idx on orders (environment_id, lower(email), placed_at desc, id desc);
-- Parts of the indexes above.
drop index orders_return_requested_idx;
drop index orders_disputed_idx;
drop index orders_to_capture_idx;
drop index orders_checked_out_idx;
