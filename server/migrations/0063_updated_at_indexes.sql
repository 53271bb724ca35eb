-- Changes since a time, oldest first (`updatedFrom`).
create index orders_updated_at_idx on orders (environment_id, updated_at, id);
create index products_updated_at_idx on products (environment_id, updated_at, id);
-- As a rank like those of the other lists of customers: the oldest change has the highest.
create index customers_updated_at_idx on customers (
  environment_id, (-(extract(epoch from updated_at at time zone 'UTC') * 1000)::bigint) desc, id desc
);
