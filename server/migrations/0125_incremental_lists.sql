-- Whether the level is low. Changes only when it becomes low or no longer is, so a sale seldom has to update its index.
alter table stock_levels add column is_low boolean not null default false;

-- Whether a product or text showed the file at the last cleanup.
alter table files add column is_used boolean not null default false;

-- The last file of a shop that was checked for its use, if it has more than are checked at once.
create table file_checks (
  environment_id uuid not null primary key references environments,
  checked_through text collate "C" not null
);

-- The units of recent orders that are part of `listings.units_sold`: when an order changes, only the difference is added.
create table counted_sales (
  environment_id uuid not null references environments,
  order_id text collate "C" not null,
  product_id text collate "C" not null,
  units integer not null check (units > 0),
  placed_at timestamptz not null,
  primary key (environment_id, order_id, product_id)
);
create index counted_sales_placed_at_idx on counted_sales (environment_id, placed_at);

-- The last order of a shop that was counted, in the order of their changes.
create table sales_positions (
  environment_id uuid not null primary key references environments,
  at timestamptz not null,
  order_id text collate "C" not null
);
