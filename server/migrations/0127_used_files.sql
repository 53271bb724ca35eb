-- backfill files
update files set is_used = true
from batch
where files.environment_id = batch.environment_id and files.name = batch.name and not is_used and (is_mentioned or exists (
  select from product_images
  where product_images.environment_id = files.environment_id and product_images.file_name = files.name
));
