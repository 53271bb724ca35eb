-- Every text that a policy ever had. Nothing ever changes a row: an order may point to the terms that it was placed under.
create table policy_versions (
  environment_id uuid not null references environments,
  kind text not null check (kind in ('refund', 'privacy', 'terms', 'shipping', 'cookies', 'legal-notice')),
  version integer not null check (version > 0),
  id text collate "C" not null,
  title text not null,
  body text not null,
  -- What of a refund policy a program can reckon with.
  return_terms jsonb check (return_terms is null or kind = 'refund'),
  created_at timestamptz not null,
  primary key (environment_id, kind, version),
  unique (environment_id, kind, id)
);

-- What visitors see. No row: not published. The HTML is made when the policy is published, not for every visitor.
create table policies (
  environment_id uuid not null references environments,
  kind text not null,
  version integer not null,
  html text not null,
  primary key (environment_id, kind),
  foreign key (environment_id, kind, version) references policy_versions
);
