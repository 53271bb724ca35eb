-- backfill listing_prices
-- Lists by price would read past them. From now on, only active products have rows.
delete from listing_prices
using batch, listings
where listing_prices.environment_id = batch.environment_id and listing_prices.product_id = batch.product_id
  and listing_prices.currency = batch.currency
  and listings.environment_id = batch.environment_id and listings.product_id = batch.product_id
  and listings.status <> 'active'
