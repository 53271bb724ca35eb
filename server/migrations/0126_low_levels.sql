-- backfill stock_levels
update stock_levels set is_low = true
from batch
where stock_levels.environment_id = batch.environment_id and stock_levels.variant_id = batch.variant_id
  and stock_levels.location_id = batch.location_id and available <= low_stock_threshold and not is_low;
