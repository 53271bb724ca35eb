-- backfill listings
-- Products that became active while the file before this one deleted their prices.
insert into listing_prices (environment_id, product_id, currency, lowest, highest, compare_at)
select listings.environment_id, listings.product_id, currency, (price ->> 0)::bigint, (price ->> 1)::bigint, (price ->> 2)::bigint
from batch
join listings on listings.environment_id = batch.environment_id and listings.product_id = batch.product_id
cross join lateral jsonb_each(listings.prices) as in_currency (currency, price)
where listings.status = 'active'
on conflict (environment_id, product_id, currency) do nothing
