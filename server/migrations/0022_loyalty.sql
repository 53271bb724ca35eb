create table loyalty_programs (
  environment_id uuid primary key references environments,
  name text not null,
  -- Whether buyers can pay with points. Refunds restore redeemed points either way.
  active boolean not null,
  -- [{"currency": "EUR", "points": 100, "amount": 100}]: 100 points are worth EUR 1.00.
  point_values jsonb not null,
  min_points bigint not null check (min_points > 0),
  version integer not null,
  updated_at timestamptz not null
);

-- By the shop's own customer id.
create table loyalty_accounts (
  environment_id uuid not null references environments,
  customer_id text collate "C" not null,
  -- Always the sum of its entries.
  balance bigint not null check (balance >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, customer_id)
);

-- The ledger: append-only.
create table loyalty_entries (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  customer_id text collate "C" not null,
  kind text not null,
  points bigint not null,
  balance_after bigint not null check (balance_after >= 0),
  -- The order that redeemed or restored, and for restored points, its refund.
  holder text collate "C",
  reference text collate "C",
  reason text,
  actor text not null,
  created_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, customer_id) references loyalty_accounts,
  check (case kind
    when 'adjusted' then points <> 0
    when 'redeemed' then points < 0
    when 'restored' then points > 0
    else false
  end),
  check ((holder is not null) = (kind in ('redeemed', 'restored'))),
  check ((reference is not null) = (kind = 'restored')),
  check ((reason is not null) = (kind = 'adjusted'))
);
create index loyalty_entries_customer_id_idx on loyalty_entries (environment_id, customer_id, id);
create index loyalty_entries_holder_idx on loyalty_entries (environment_id, holder) where holder is not null;
-- A refund is restored once.
create unique index loyalty_entries_restored_idx on loyalty_entries (environment_id, holder, reference)
  where kind = 'restored';
