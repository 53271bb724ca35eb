-- Closed unless opened: what is counted and was never put in stock can't be sold.
alter table variants
  add column track_stock boolean not null default true,
  add column when_out text not null default 'deny' check (when_out in ('deny', 'continue'));

create table locations (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  name text not null check (length(name) between 1 and 100),
  -- The first of those that are active is where stock goes when nobody says where.
  position integer not null,
  active boolean not null,
  created_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, name)
);

-- on_hand may fall below zero where a variant is sold on when it is out.
create table stock_levels (
  environment_id uuid not null references environments,
  variant_id text collate "C" not null,
  location_id text collate "C" not null,
  on_hand integer not null,
  reserved integer not null check (reserved >= 0),
  incoming integer not null check (incoming >= 0),
  safety_stock integer not null check (safety_stock >= 0),
  -- At or below this it is told to be low; null: never.
  low_stock_at integer check (low_stock_at >= 0),
  updated_at timestamptz not null,
  primary key (environment_id, variant_id, location_id),
  foreign key (environment_id, variant_id) references variants on delete cascade,
  foreign key (environment_id, location_id) references locations
);
create index stock_levels_of_location on stock_levels (environment_id, location_id, variant_id);

-- The ledger. A level is the sum of its movements; nothing here is ever changed, and it outlives its variant.
create table stock_movements (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  variant_id text collate "C" not null,
  location_id text collate "C" not null,
  on_hand integer not null,
  reserved integer not null,
  incoming integer not null,
  reason text not null,
  reference text,
  -- Who: a key, a member, the system.
  actor text not null,
  created_at timestamptz not null,
  primary key (environment_id, id)
);
create index stock_movements_of_level on stock_movements (environment_id, variant_id, location_id, id);
create index stock_movements_by_reason on stock_movements (environment_id, reason, id);
