-- no transaction
-- Movements of a variant since another one, without reading the table: an audit sums them up.
create index concurrently if not exists stock_movements_variant_id_idx on stock_movements (environment_id, variant_id, id)
  include (location_id, on_hand, incoming);
-- The new one serves the same queries: a variant has few locations.
drop index concurrently if exists stock_movements_variant_id_location_id_idx;
