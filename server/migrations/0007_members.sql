create table members (
  workspace_id uuid not null references workspaces,
  user_id text collate "C" not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'agent', 'viewer')),
  created_at timestamptz not null,
  primary key (workspace_id, user_id)
);
create index members_user_id_idx on members (user_id);

create table invitations (
  workspace_id uuid not null references workspaces,
  id text collate "C" not null unique,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'admin', 'agent', 'viewer')),
  -- Null until the job that sends the email has created the token.
  token_hash bytea unique check (length(token_hash) = 32),
  -- True when staff passed the link on themselves: accepting it does not prove that the mailbox is the invitee's.
  link_shared boolean not null default true,
  invited_by text collate "C" references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (workspace_id, id)
);
-- One open invitation per person: a new one replaces the old one.
create unique index invitations_workspace_id_email_idx on invitations (workspace_id, email)
  where accepted_at is null and revoked_at is null;
