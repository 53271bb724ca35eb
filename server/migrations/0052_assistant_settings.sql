-- How the assistant of an environment answers. Without a row: the embedded assistant with its default settings.
create table assistant_settings (
  environment_id uuid primary key references environments,
  version integer not null check (version > 0),
  settings jsonb not null,
  updated_at timestamptz not null
);

-- The key of the model, encrypted. A table of its own: the settings are copied into the sandbox, the key is not.
create table assistant_model_keys (
  environment_id uuid primary key references environments,
  sealed_key text not null,
  -- Shown to staff, to recognize the key.
  key_last4 text not null,
  updated_at timestamptz not null
);

-- What models used, and what running requests have reserved.
create table assistant_usage (
  environment_id uuid not null references environments,
  scope text collate "C" not null check (scope in ('conversation', 'visitor', 'day', 'month')),
  -- The ID of a conversation, a keyed hash of a visitor's ID and the day, a day or a month.
  subject text collate "C" not null,
  tokens bigint not null check (tokens >= 0),
  -- In millionths of the smallest unit of the currency, so that the cost of a single token is exact.
  cost bigint not null check (cost >= 0),
  updated_at timestamptz not null,
  primary key (environment_id, scope, subject)
);
create index assistant_usage_updated_at_idx on assistant_usage (updated_at);
