-- The email addresses of a shop. Email to one of them becomes a ticket, and replies leave from it.
create table mailboxes (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  address text collate "C" not null,
  name text not null,
  signature text not null,
  is_active boolean not null,
  provider text not null check (provider in ('smtp', 'postmark', 'sendgrid', 'mailgun')),
  -- Encrypted. What the provider signs its requests with; null when it signs nothing.
  sealed_signing_key text,
  -- A new version makes the URL for the provider's requests another one.
  inbound_url_version integer not null,
  -- Servers whose Authentication-Results headers are believed: anyone else may write such a header.
  trusted_authentication_hosts text[] not null,
  is_acknowledging boolean not null,
  acknowledgment_text text not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);

-- Finds the mailbox of a recipient. An address belongs to one mailbox of the whole installation: email names nothing else.
create table mailbox_addresses (
  address text collate "C" primary key,
  environment_id uuid not null references environments,
  mailbox_id text collate "C" not null,
  -- As of the mailbox: finding a recipient reads no tenant table.
  is_active boolean not null,
  foreign key (environment_id, mailbox_id) references mailboxes on delete cascade
);
create index mailbox_addresses_environment_id_mailbox_id_idx on mailbox_addresses (environment_id, mailbox_id);
