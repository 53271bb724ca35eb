-- People who sign in to the dashboard. better-auth reads and writes the first five tables, with the names that
-- `sign-in/better-auth.ts` maps.

create table users (
  id text collate "C" primary key,
  name text not null check (length(name) between 1 and 100),
  -- Lowercase, so that one mailbox is one person however it is typed.
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id text collate "C" primary key,
  -- Useless without the signature in the cookie, which is made with SECRET_KEY.
  token text not null unique,
  user_id text collate "C" not null references users on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user_id_idx on sessions (user_id);

create table accounts (
  id text collate "C" primary key,
  user_id text collate "C" not null references users on delete cascade,
  provider_id text collate "C" not null,
  account_id text collate "C" not null,
  -- Salted scrypt hash.
  password text,
  access_token text,
  access_token_expires_at timestamptz,
  refresh_token text,
  refresh_token_expires_at timestamptz,
  id_token text,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, provider_id)
);

-- Short-lived: sign-ins that wait for a second factor, password resets.
create table verifications (
  id text collate "C" primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier_idx on verifications (identifier);
create index verifications_expires_at_idx on verifications (expires_at);

create table two_factors (
  id text collate "C" primary key,
  user_id text collate "C" not null unique references users on delete cascade,
  -- Both are encrypted with a key derived from SECRET_KEY.
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  -- The 30-second step of the last accepted code: no code is accepted twice.
  last_totp_step bigint,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- Failed attempts at passwords and codes, counted for all servers together and across restarts.
create table sign_in_attempts (
  -- SHA-256 of the name of the counter, which contains an email or IP address.
  counter_hash bytea primary key check (length(counter_hash) = 32),
  -- Attempts on one account are counted by network and by device; a new password clears them all.
  account_hash bytea check (length(account_hash) = 32),
  count integer not null,
  ends_at timestamptz not null
);
create index sign_in_attempts_account_hash_idx on sign_in_attempts (account_hash) where account_hash is not null;
create index sign_in_attempts_ends_at_idx on sign_in_attempts (ends_at);
