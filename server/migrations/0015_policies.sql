-- Append-only: an order may refer to the terms it was placed under.
create table policy_versions (
  environment_id uuid not null references environments,
  kind text not null check (kind in ('refund', 'privacy', 'terms', 'shipping', 'cookies', 'legal_notice')),
  version integer not null check (version > 0),
  id text collate "C" not null,
  title text not null,
  body text not null,
  -- The machine-readable part of a refund policy.
  return_terms jsonb check (return_terms is null or kind = 'refund'),
  created_at timestamptz not null,
  primary key (environment_id, kind, version),
  unique (environment_id, kind, id)
);

-- The published version of each policy. The HTML is rendered on publication, not on each read.
create table policies (
  environment_id uuid not null references environments,
  kind text not null,
  version integer not null,
  html text not null,
  primary key (environment_id, kind),
  foreign key (environment_id, kind, version) references policy_versions
);
