create table locations (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  name text not null check (length(name) between 1 and 100),
  -- The first active location is the default for stock.
  position integer not null,
  active boolean not null,
  created_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, name)
);

create table stock_levels (
  environment_id uuid not null references environments,
  variant_id text collate "C" not null,
  location_id text collate "C" not null,
  -- Negative when a variant with the inventory policy `continue` is oversold.
  on_hand integer not null,
  -- Always the sum of the holds.
  reserved integer not null check (reserved >= 0),
  incoming integer not null check (incoming >= 0),
  safety_stock integer not null check (safety_stock >= 0),
  -- The difference of three integers may exceed an integer.
  available bigint not null generated always as (on_hand::bigint - reserved - safety_stock) stored,
  -- At or below it the level counts as low; null: never.
  low_stock_threshold integer check (low_stock_threshold >= 0),
  updated_at timestamptz not null,
  primary key (environment_id, variant_id, location_id),
  foreign key (environment_id, variant_id) references variants on delete cascade,
  foreign key (environment_id, location_id) references locations
);
create index stock_levels_location_id_idx on stock_levels (environment_id, location_id, variant_id);
-- Candidates for low stock. Without the quantities, so that a sale does not have to update the index.
create index stock_levels_low_stock_idx on stock_levels (environment_id, variant_id, location_id)
  where low_stock_threshold is not null;

-- The ledger: append-only, and it outlives its variant. A level is the sum of its movements.
create table stock_movements (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  variant_id text collate "C" not null,
  location_id text collate "C" not null,
  on_hand integer not null,
  reserved integer not null,
  incoming integer not null,
  reason text not null,
  reference text collate "C",
  actor text not null,
  created_at timestamptz not null,
  primary key (environment_id, id)
);
create index stock_movements_variant_id_location_id_idx on stock_movements (environment_id, variant_id, location_id, id);
create index stock_movements_reason_idx on stock_movements (environment_id, reason, id);
-- Restocked units return to the location that they were sold from.
create index stock_movements_reference_idx on stock_movements (environment_id, reference)
  where reason in ('sold', 'restocked');

-- Stock reserved by a checkout until it ends. Not in the ledger, which records only what arrived and left.
create table stock_holds (
  environment_id uuid not null references environments,
  holder text collate "C" not null,
  variant_id text collate "C" not null,
  location_id text collate "C" not null,
  quantity integer not null check (quantity > 0),
  primary key (environment_id, holder, variant_id, location_id),
  -- The application does not delete a variant with holds; the cascade serves the reset of a sandbox.
  foreign key (environment_id, variant_id, location_id) references stock_levels on delete cascade
);
create index stock_holds_variant_id_location_id_idx on stock_holds (environment_id, variant_id, location_id);
