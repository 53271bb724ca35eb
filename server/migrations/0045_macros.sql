-- Saved replies with changes of the ticket.
create table macros (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  name text not null,
  body text not null,
  actions json not null,
  availability text not null check (availability in ('all', 'team', 'private')),
  -- Whoever it is available to, when not all: a team, or the member who created it.
  team_id text collate "C",
  owner_id text collate "C",
  usage_count integer not null,
  last_used_at timestamptz,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  check (availability <> 'team' or team_id is not null),
  check (availability <> 'private' or owner_id is not null)
);
