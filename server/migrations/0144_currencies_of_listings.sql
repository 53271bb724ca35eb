-- backfill listings
update listings set currencies = array(select jsonb_object_keys(listings.prices))
from batch
where listings.environment_id = batch.environment_id and listings.product_id = batch.product_id and listings.prices <> '{}'
