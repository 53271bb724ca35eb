-- Without a row the storefront shows the default theme.
create table themes (
  environment_id uuid not null references environments,
  version integer not null check (version > 0),
  settings jsonb not null,
  updated_at timestamptz not null,
  primary key (environment_id)
);
