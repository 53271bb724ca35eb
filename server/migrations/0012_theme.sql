-- How the shop looks, as its staff has set it. No row: nobody has set anything, and the defaults are shown.
create table themes (
  environment_id uuid not null references environments,
  version integer not null check (version > 0),
  settings jsonb not null,
  updated_at timestamptz not null,
  primary key (environment_id)
);
