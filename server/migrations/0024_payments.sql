-- The connected payment provider. Without one, payments are simulated. Secrets are encrypted.
create table payment_connections (
  environment_id uuid primary key references environments,
  provider text not null check (provider in ('stripe')),
  -- Stripe's account id; null when Stripe does not report it. A new key of the same account is accepted at any time,
  -- another account only when no payment is in progress.
  account text,
  -- Changes with the account and its mode. A checkout is stored only if this is still the version that its payment was
  -- created with.
  account_version uuid not null default gen_random_uuid(),
  sealed_secret_key text not null,
  -- Shown to staff, to recognize the key.
  key_last4 text not null,
  key_mode text not null check (key_mode in ('live', 'test')),
  publishable_key text,
  sealed_webhook_secret text,
  -- What a 3-D Secure server needs to know about the acquirer, for agents that authenticate buyers themselves.
  acquirer jsonb,
  -- To the minute.
  last_webhook_at timestamptz,
  -- A closed connection finishes the payments in progress and takes no new ones; then it is deleted.
  closed_at timestamptz,
  updated_at timestamptz not null
);

-- Webhooks already processed: a provider may deliver one several times.
create table payment_webhooks (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  received_at timestamptz not null,
  primary key (environment_id, id)
);
create index payment_webhooks_received_at_idx on payment_webhooks (received_at);

-- The simulated provider, for sandboxes and shops without a connection. It stands for a third party: its rows are
-- written in transactions of their own, whatever happens to the order.
create table simulated_payments (
  environment_id uuid not null references environments,
  ref text collate "C" not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  capture_method text not null check (capture_method in ('automatic', 'manual')),
  status text not null check (status in ('requires_payment_method', 'requires_action', 'processing', 'authorized', 'paid', 'canceled')),
  -- Of the last attempt.
  method text,
  attempt_key text collate "C",
  decline text,
  return_url text,
  captured bigint not null default 0 check (captured >= 0 and captured <= amount),
  refunded bigint not null default 0 check (refunded >= 0 and refunded <= captured),
  created_at timestamptz not null,
  primary key (environment_id, ref)
);

create table simulated_refunds (
  environment_id uuid not null references environments,
  ref text collate "C" not null,
  key text collate "C" not null,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  primary key (environment_id, ref, key),
  foreign key (environment_id, ref) references simulated_payments
);
