-- Through whom a shop takes real money. Without one, payments are simulated. What would open the account is sealed.
create table payment_connections (
  environment_id uuid primary key references environments,
  provider text not null check (provider in ('stripe')),
  sealed_secret_key text not null,
  -- So that its owner knows which it is.
  key_last4 text not null,
  key_mode text not null check (key_mode in ('live', 'test')),
  publishable_key text,
  sealed_webhook_secret text,
  -- Nothing new goes through it; what is under way is still followed. Then it is forgotten.
  closed_at timestamptz,
  updated_at timestamptz not null
);

-- What a provider has told us, so that it counts once however often it is told.
create table payment_webhooks (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  received_at timestamptz not null,
  primary key (environment_id, id)
);
create index payment_webhooks_by_age on payment_webhooks (received_at);
