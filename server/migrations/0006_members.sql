-- People who sign in. better-auth reads and writes the first five tables, through the names in sign-in/auth.ts.
create table users (
  id text collate "C" primary key,
  name text not null check (length(name) between 1 and 100),
  -- In small letters, so that one mailbox is one person however it was typed.
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id text collate "C" primary key,
  -- Of no use by itself: a cookie also carries a signature made with SECRET_KEY.
  token text not null unique,
  user_id text collate "C" not null references users on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_of_user on sessions (user_id);

create table accounts (
  id text collate "C" primary key,
  user_id text collate "C" not null references users on delete cascade,
  provider_id text not null,
  account_id text not null,
  -- scrypt, salted.
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, provider_id)
);

-- Short-lived: a sign-in that waits for its second factor, a password that is to be reset.
create table verifications (
  id text collate "C" primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);
create index verifications_by_age on verifications (expires_at);

create table two_factors (
  id text collate "C" primary key,
  user_id text collate "C" not null unique references users on delete cascade,
  -- Both are encrypted with a key made from SECRET_KEY.
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

create table members (
  workspace_id uuid not null references workspaces,
  user_id text collate "C" not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'agent', 'viewer')),
  created_at timestamptz not null,
  primary key (workspace_id, user_id)
);
create index members_of_user on members (user_id);

create table invitations (
  workspace_id uuid not null references workspaces,
  id text collate "C" not null unique,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'admin', 'agent', 'viewer')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  invited_by text collate "C" references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (workspace_id, id)
);
-- One open invitation a person: inviting again replaces the one before.
create unique index invitations_open on invitations (workspace_id, email) where accepted_at is null and revoked_at is null;
