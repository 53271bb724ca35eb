-- Settings of the providers that send us events. Stripe's and the email providers' are in the tables of their modules.
create table connections (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  provider text not null,
  is_active boolean not null,
  -- What the provider signs with, encrypted. The previous one is accepted until `previous_secret_until`.
  sealed_secret text,
  sealed_previous_secret text,
  previous_secret_until timestamptz,
  -- For requests to the provider's API, encrypted.
  sealed_token text,
  settings json not null,
  -- Part of the URL's signature: a new version replaces the URL.
  url_version integer not null,
  -- To the minute.
  last_event_at timestamptz,
  last_rejected_at timestamptz,
  rejected_count integer not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);
create unique index connections_provider_idx on connections (environment_id, provider);

-- Everything that providers sent. Each is stored, with its job, before the provider is told that we have it.
create table inbound_events (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  provider text not null,
  topic text not null,
  -- The provider's own ID, for people.
  external_id text collate "C",
  -- By which a repeated delivery is recognized: of what is signed, so that nobody can change it. Null if rejected.
  identity text collate "C",
  duplicate_count integer not null,
  -- The bytes that were signed. Null if rejected, erased, or an email, which is stored with its mailbox.
  body bytea,
  size_bytes integer not null,
  headers json not null,
  -- The email that it became.
  email_id text collate "C",
  status text not null check (status in ('received', 'processed', 'ignored', 'failed', 'rejected')),
  attempts integer not null,
  -- Why it was ignored or rejected, or what the last attempt failed with.
  note text,
  -- Lowercase email addresses in the body, by which a person's events are found.
  emails text[] not null,
  -- Lowercase topic, IDs, numbers and emails, for search.
  search text not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  primary key (environment_id, id)
);
create unique index inbound_events_identity_idx on inbound_events (environment_id, provider, identity);
create index inbound_events_provider_idx on inbound_events (environment_id, provider, id desc);
create index inbound_events_topic_idx on inbound_events (environment_id, provider, topic, id desc);
create index inbound_events_status_idx on inbound_events (environment_id, status, id desc);
create index inbound_events_emails_idx on inbound_events using gin (environment_id, emails);
create index inbound_events_search_idx on inbound_events using gin (environment_id, search gin_trgm_ops);
-- All environments: one schedule deletes what is too old.
create index inbound_events_retention_idx on inbound_events (received_at);

-- Stripe's events are in the log with all others.
drop table payment_webhooks;

-- The ticket of each dispute, fraud warning and failed refund: there is one, whatever is sent about it later.
create table payment_alerts (
  environment_id uuid not null references environments,
  kind text not null check (kind in ('dispute', 'fraud_warning', 'refund_failed')),
  -- Of the dispute, the warning or the refund.
  ref text collate "C" not null,
  order_id text collate "C" not null,
  ticket_id text collate "C" not null,
  created_at timestamptz not null,
  primary key (environment_id, kind, ref)
);
create index payment_alerts_order_id_idx on payment_alerts (environment_id, order_id);
