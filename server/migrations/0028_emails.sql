-- Without a row the default template applies.
create table email_templates (
  environment_id uuid not null references environments,
  kind text not null check (kind in ('order_confirmation', 'order_shipped', 'order_refunded', 'gift_card')),
  subject text not null,
  body text not null,
  active boolean not null,
  version integer not null check (version > 0),
  updated_at timestamptz not null,
  primary key (environment_id, kind)
);

-- The outbox. An event that is delivered twice produces one email. The body is pruned after a while; the record stays.
create table emails (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  kind text not null check (kind in ('order_confirmation', 'order_shipped', 'order_refunded', 'gift_card')),
  order_id text collate "C" not null,
  -- The fulfillment, refund or gift card; for a confirmation, the order itself.
  reference text collate "C" not null,
  recipient text not null,
  sender_name text not null,
  subject text not null,
  text text,
  html text,
  -- Inserted into the body when it is sent, such as a gift card code: encrypted, and deleted once it is sent.
  secret text,
  -- `suppressed`: deliberately not sent, and `error` says why.
  status text not null check (status in ('queued', 'sent', 'failed', 'suppressed')),
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (environment_id, id),
  unique (environment_id, kind, order_id, reference),
  foreign key (environment_id, order_id) references orders
);
create index emails_order_id_idx on emails (environment_id, order_id, id);
-- Pruning of bodies.
create index emails_sent_at_idx on emails ((coalesce(sent_at, created_at))) where text is not null;
