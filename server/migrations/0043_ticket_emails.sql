-- Emails that the help desk sends: replies to customers, acknowledgments and surveys.

create table ticket_emails (
  environment_id uuid not null references environments,
  -- Of a reply, the ID of its message. The others are no part of the conversation and have one of their own.
  id text collate "C" not null,
  ticket_id text collate "C" not null,
  kind text not null check (kind in ('reply', 'acknowledgment', 'csat')),
  -- Per ticket and kind, an email with the same reference is sent once. Of a reply, its ID.
  reference text collate "C" not null,
  mailbox_id text collate "C",
  -- RFC 5322 Message-ID without angle brackets: the same for each attempt.
  email_message_id text collate "C",
  -- Null for a reply, whose message has the recipients and the content. The content is deleted after a while.
  recipient text,
  subject text,
  text text,
  html text,
  -- `sending`: handed to the mail server, whose response is not recorded yet. It can no longer be canceled.
  status text not null check (status in ('queued', 'sending', 'sent', 'failed', 'canceled', 'captured', 'bounced')),
  error text,
  attempts integer not null,
  -- A list of {recipient, status, diagnostic, createdAt}.
  bounces json not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (environment_id, id),
  unique (environment_id, ticket_id, kind, reference),
  foreign key (environment_id, ticket_id) references tickets on delete cascade
);
create unique index ticket_emails_email_message_id_idx on ticket_emails (environment_id, email_message_id)
  where email_message_id is not null;
create index ticket_emails_content_idx on ticket_emails (created_at) where text is not null;

-- Their mail server said that there is no such mailbox. Automatic emails are no longer sent there.
create table undeliverable_addresses (
  environment_id uuid not null references environments,
  address text collate "C" not null,
  diagnostic text not null,
  created_at timestamptz not null,
  primary key (environment_id, address)
);

-- When an address got automatic emails, so that two machines can't keep answering each other.
create table automatic_email_recipients (
  environment_id uuid not null references environments,
  address text collate "C" not null,
  acknowledged_at timestamptz,
  -- The last five, oldest first.
  recent timestamptz[] not null,
  updated_at timestamptz not null,
  primary key (environment_id, address)
);
create index automatic_email_recipients_updated_at_idx on automatic_email_recipients (updated_at);
