-- What a shop writes in place of the words that are built in. No row: the built-in ones.
create table mail_templates (
  environment_id uuid not null references environments,
  kind text not null check (kind in ('order_confirmation', 'order_shipped', 'order_refunded')),
  subject text not null,
  body text not null,
  enabled boolean not null,
  version integer not null check (version > 0),
  updated_at timestamptz not null,
  primary key (environment_id, kind)
);

-- The outbox: every mail as it was written, and what became of it. What is told twice is written once.
create table mails (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  kind text not null check (kind in ('order_confirmation', 'order_shipped', 'order_refunded')),
  order_id text collate "C" not null,
  -- Which of the shipments or refunds of the order; of a confirmation the order itself.
  reference text collate "C" not null,
  recipient text not null,
  sender_name text not null,
  subject text not null,
  text text not null,
  html text not null,
  -- `suppressed`: it was not to leave, and `error` says why.
  status text not null check (status in ('queued', 'sent', 'failed', 'suppressed')),
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (environment_id, id),
  unique (environment_id, kind, order_id, reference),
  foreign key (environment_id, order_id) references orders
);
create index mails_of_order on mails (environment_id, order_id, id);
