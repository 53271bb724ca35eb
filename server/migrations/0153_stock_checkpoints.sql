-- Sums of all movements of a level up to one of them, so that an audit reads only those after it. All levels of a variant have the
-- same last movement. A level without a row here had no movements until then.
create table stock_checkpoints (
  environment_id uuid not null references environments,
  variant_id text collate "C" not null,
  location_id text collate "C" not null,
  -- The last movement in the sums.
  movement_id text collate "C" not null,
  on_hand bigint not null,
  incoming bigint not null,
  updated_at timestamptz not null,
  primary key (environment_id, variant_id, location_id)
);

-- A reset of the sandbox deletes its variants and its ledger, and gives the copies of the variants the same ids. A statement
-- of its own: a distributed database gets it when the table is distributed, too.
alter table stock_checkpoints add constraint stock_checkpoints_environment_id_variant_id_fkey
  foreign key (environment_id, variant_id) references variants on delete cascade;

-- The last movement of a shop that was considered for a checkpoint.
create table stock_checkpoint_positions (
  environment_id uuid not null primary key references environments,
  movement_id text collate "C" not null
);
