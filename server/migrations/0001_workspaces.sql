-- Control plane: workspaces and environments define the tenants, so they are not tenant tables themselves.

create table workspaces (
  id uuid primary key,
  created_at timestamptz not null default now()
);

-- A workspace has a live environment and a sandbox. The live one shares the workspace's id, so that a storefront that
-- sends the workspace id reaches live data with one lookup. Settings belong to the environment: a change in the sandbox
-- must not affect production.
create table environments (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  mode text not null check (mode in ('live', 'test')),
  name text not null check (length(name) between 1 and 100),
  -- Defaults for new prices and reports.
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null default 'UTC' check (length(time_zone) between 1 and 64),
  -- ISO codes of the languages in which search stems words.
  search_languages text[] not null default '{en}',
  -- Off by default: some shops sell one item under two names.
  unique_skus boolean not null default false,
  -- Null: no limit, except for variants that have their own.
  max_quantity_per_order integer check (max_quantity_per_order > 0),
  -- Limits on the stock that unpaid checkouts may reserve.
  reservation_minutes integer not null default 5 check (reservation_minutes between 1 and 60),
  reservation_max_units integer not null default 10 check (reservation_max_units > 0),
  reservation_max_percent integer not null default 20 check (reservation_max_percent between 0 and 100),
  unique (workspace_id, mode),
  check ((mode = 'live') = (id = workspace_id))
);
