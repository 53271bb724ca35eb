-- Control plane: these tables are not a tenant's, they say who the tenants are.

create table workspaces (
  id uuid primary key,
  created_at timestamptz not null default now()
);

-- The live environment bears the workspace's own identifier: storefronts that send it reach live data by one look-up.
create table environments (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  mode text not null check (mode in ('live', 'test')),
  -- Settings belong to the environment: what is tried in the sandbox must not show in production.
  name text not null check (length(name) between 1 and 100),
  unique (workspace_id, mode),
  check ((mode = 'live') = (id = workspace_id))
);

create table api_keys (
  hash bytea primary key check (length(hash) = 32),
  id text collate "C" not null unique,
  environment_id uuid not null references environments,
  label text not null check (length(label) between 1 and 100),
  hint text not null,
  created_at timestamptz not null default now()
);
