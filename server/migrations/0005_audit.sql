-- Append-only, written in the transaction of the action.
create table audit_entries (
  workspace_id uuid not null references workspaces,
  id text collate "C" not null,
  actor_id text collate "C",
  actor_name text not null,
  action text not null,
  subject text not null,
  details jsonb not null,
  ip text,
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
