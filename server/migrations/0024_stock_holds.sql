-- What is promised to whom until their checkout ends. `stock_levels.reserved` is the sum of these, always. The ledger
-- tells only of what has come and gone.
create table stock_holds (
  environment_id uuid not null references environments,
  holder text collate "C" not null,
  variant_id text collate "C" not null,
  location_id text collate "C" not null,
  quantity integer not null check (quantity > 0),
  primary key (environment_id, holder, variant_id, location_id),
  -- A variant that is held is not deleted; when a sandbox is begun anew, its holds go with its stock.
  foreign key (environment_id, variant_id, location_id) references stock_levels on delete cascade
);
create index stock_holds_of_level on stock_holds (environment_id, variant_id, location_id);
