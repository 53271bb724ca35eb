-- The first response to a request with an Idempotency-Key, stored in the transaction of the request: both are committed
-- or neither is.
create table idempotency_keys (
  environment_id uuid not null references environments,
  key text collate "C" not null,
  fingerprint bytea not null,
  -- Null while a request that calls other services, and so cannot be one transaction, still holds its claim.
  status smallint,
  headers jsonb not null,
  body text not null,
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (environment_id, key)
);
-- Hourly pruning of responses older than a day.
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
