-- What is known of a key besides its hash. The value itself is nowhere: it is told once, when it is made.
alter table api_keys
  add column workspace_id uuid references workspaces,
  add column slot smallint check (slot between 1 and 5),
  add column created_by text,
  add column revoked_at timestamptz,
  add column revoked_by text,
  add column last_used_at timestamptz,
  add column last_used_ip text,
  -- When a live key last came with a browser's Origin: somebody has put it where everybody can read it.
  add column seen_in_browser_at timestamptz,
  add column seen_in_browser_origin text;

update api_keys set
  workspace_id = (select workspace_id from environments where environments.id = api_keys.environment_id),
  slot = ranked.slot
from (
  select hash, row_number() over (partition by environments.workspace_id order by api_keys.created_at) as slot
  from api_keys join environments on environments.id = api_keys.environment_id
) as ranked
where ranked.hash = api_keys.hash;

alter table api_keys
  alter column workspace_id set not null,
  alter column slot set not null;

-- At most five active keys: an active key has one of five slots, and no two have the same. Whoever presses Create at
-- the same moment, the database holds it.
create unique index api_keys_active_slots on api_keys (workspace_id, slot) where revoked_at is null;
create index api_keys_of_workspace on api_keys (workspace_id, id);

-- Who did what, written in the transaction that did it. Nothing ever changes a row.
create table audit_entries (
  workspace_id uuid not null references workspaces,
  id text collate "C" not null,
  at timestamptz not null,
  actor_id text,
  actor_name text not null,
  action text not null,
  subject text not null,
  details jsonb not null,
  ip text,
  primary key (workspace_id, id)
);
