-- A provider of payments of our own, for sandboxes and for shops that have none yet. It stands for somebody outside: what is
-- written here is what a bank would know, in transactions of its own, whatever becomes of the order.
create table simulated_payments (
  environment_id uuid not null references environments,
  ref text collate "C" not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  capture text not null check (capture in ('now', 'later')),
  status text not null check (status in ('needs_method', 'needs_action', 'processing', 'authorized', 'paid', 'canceled')),
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
