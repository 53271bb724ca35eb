-- Sales and conversion of a period (`sales-reports/queries.ts`).
create index order_refunds_created_at_idx on order_refunds (environment_id, created_at);
create index carts_created_at_idx on carts (environment_id, created_at);
-- Orders that wait for somebody: a few of many (`home/queries.ts`).
create index orders_to_fulfill_idx on orders (environment_id, placed_at desc, id desc)
  where status = 'open' and fulfillment_status in ('unfulfilled', 'partially_fulfilled')
    and payment_status in ('authorized', 'paid', 'partially_refunded');
create index orders_to_capture_idx on orders (environment_id, placed_at desc, id desc)
  where status = 'open' and payment_status = 'authorized';
create index orders_return_requested_idx on orders (environment_id, placed_at desc, id desc) where return_status = 'requested';
create index orders_disputed_idx on orders (environment_id, placed_at desc, id desc) where payment_status = 'disputed';
