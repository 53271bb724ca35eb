-- Emails as they arrived. Each is stored before its sender is told that we have it; a job turns it into a message later.
create table inbound_emails (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  -- A deleted mailbox keeps its emails.
  mailbox_id text collate "C" not null,
  source text not null check (source in ('smtp', 'postmark', 'sendgrid', 'mailgun')),
  -- The Message-ID, or a hash of the content of an email without one: senders repeat what they are unsure about.
  identity text collate "C" not null,
  duplicate_count integer not null,
  -- RFC 5322 Message-ID without angle brackets.
  email_message_id text collate "C",
  -- Of the SMTP dialog; the headers may say something else. Empty for a bounce.
  envelope_from text not null,
  envelope_to text[] not null,
  -- From the headers, once it is processed.
  sender text,
  subject text,
  size_bytes integer not null,
  status text not null check (status in ('received', 'processed', 'ignored', 'failed', 'rejected')),
  -- Staff decided that it is a message, whatever the rules say.
  is_released boolean not null,
  ticket_id text collate "C",
  message_id text collate "C",
  -- What was decided and why, for people.
  decision json,
  error text,
  received_at timestamptz not null,
  processed_at timestamptz,
  primary key (environment_id, id)
);
create unique index inbound_emails_identity_idx on inbound_emails (environment_id, mailbox_id, identity);
create index inbound_emails_status_idx on inbound_emails (environment_id, status, id desc);
create index inbound_emails_sender_idx on inbound_emails (environment_id, sender, received_at desc) where sender is not null;
create index inbound_emails_ticket_id_idx on inbound_emails (environment_id, ticket_id, id desc) where ticket_id is not null;

-- The bytes, for 30 days. Apart from the rows above: lists must not read them.
create table inbound_email_contents (
  environment_id uuid not null references environments,
  email_id text collate "C" not null,
  content bytea not null,
  received_at timestamptz not null,
  primary key (environment_id, email_id),
  foreign key (environment_id, email_id) references inbound_emails on delete cascade
);
create index inbound_email_contents_received_at_idx on inbound_email_contents (received_at);
-- Attachments are compressed already, and compressing them again would be most of the work of an insert.
alter table inbound_email_contents alter column content set storage external;

-- Tokens of Mailgun's signatures, each valid once: its signature does not cover the email.
create table inbound_email_tokens (
  environment_id uuid not null references environments,
  mailbox_id text collate "C" not null,
  token text collate "C" not null,
  -- The email that came with it: a retry of the provider may bring it again.
  content_hash text not null,
  received_at timestamptz not null,
  primary key (environment_id, mailbox_id, token)
);
create index inbound_email_tokens_received_at_idx on inbound_email_tokens (received_at);
