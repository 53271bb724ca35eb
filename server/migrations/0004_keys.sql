-- The key itself is not stored: the caller sees it once, on creation.
create table api_keys (
  hash bytea primary key check (length(hash) = 32),
  id text collate "C" not null unique,
  workspace_id uuid not null references workspaces,
  environment_id uuid not null references environments,
  -- A workspace has at most five active keys: each takes one of five slots. The unique index below enforces the limit
  -- when several people create keys at once.
  slot smallint not null check (slot between 1 and 5),
  scope text not null default 'full' check (scope in ('full', 'agent', 'read')),
  label text not null check (length(label) between 1 and 100),
  hint text not null,
  created_by text,
  created_at timestamptz not null default now(),
  revoked_by text,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text,
  -- The last request of a live key with an Origin header: the key has leaked into a web page.
  seen_in_browser_at timestamptz,
  seen_in_browser_origin text
);
create unique index api_keys_workspace_id_slot_idx on api_keys (workspace_id, slot) where revoked_at is null;
create index api_keys_workspace_id_id_idx on api_keys (workspace_id, id);

-- Notifies every server on commit, however the key was revoked, even by hand in SQL.
create function notify_access_revoked() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_revoked', new.id);
  return null;
end
$$;

create trigger api_keys_revoked after update of revoked_at on api_keys
for each row when (old.revoked_at is null and new.revoked_at is not null)
execute function notify_access_revoked();
