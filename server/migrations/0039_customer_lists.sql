-- The newest customers. Times are in milliseconds, like those of the totals, so that one statement sorts by any of them.
create index customers_created_at_idx on customers (
  environment_id, ((extract(epoch from created_at at time zone 'UTC') * 1000)::bigint) desc, id desc
);
-- By default a tag that is not among the 1,000 most common ones counts as one of 200 customers. For a rare tag PostgreSQL
-- would then read the whole list.
alter table customers alter column tags set statistics 1000;

-- With all columns that a list filters by, so that skipping customers reads no rows.
drop index customer_totals_spent_idx;
drop index customer_totals_orders_idx;
drop index customer_totals_last_order_ms_idx;
create index customer_totals_spent_idx on customer_totals (environment_id, currency, spent desc, customer_id desc)
  include (orders, last_order_ms);
create index customer_totals_orders_idx on customer_totals (environment_id, currency, orders desc, customer_id desc)
  include (spent, last_order_ms);
create index customer_totals_last_order_ms_idx on customer_totals (environment_id, currency, last_order_ms desc, customer_id desc)
  include (orders, spent);
