alter table loyalty_programs
  -- [{"currency": "EUR", "points": 1, "amount": 100}]: one point for each euro paid.
  add column earning jsonb not null default '[]',
  add column product_rules jsonb not null default '[]',
  add column tiers jsonb not null default '[]',
  -- Null: points of all time count toward tiers.
  add column tier_period_days integer default 365,
  add column pending_days integer not null default 14,
  -- Null: points never expire.
  add column expires_after_days integer;

-- Negative once points that a refund takes back were already spent.
alter table loyalty_accounts drop constraint loyalty_accounts_balance_check;
alter table loyalty_accounts
  add column tier text collate "C",
  -- When the tier is checked again; null if it never ends.
  add column tier_until timestamptz;
create index loyalty_accounts_tier_until_idx on loyalty_accounts (tier_until) where tier_until is not null;

-- Points that came at one time, and so become available and expire together. The remaining points of the available lots of
-- an account always add up to its balance, or to 0 if that is negative.
create table loyalty_lots (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  customer_id text collate "C" not null,
  source text not null check (source in ('order', 'adjustment', 'restoration')),
  order_id text collate "C",
  points bigint not null check (points > 0),
  -- Taken back by refunds of the order.
  clawed_back bigint not null default 0 check (clawed_back >= 0 and clawed_back <= points),
  -- Of an expired lot: the points that expired.
  remaining bigint not null check (remaining >= 0),
  state text not null check (state in ('pending', 'available', 'spent', 'expired', 'canceled')),
  -- Orders only: the items that earned the points, with what was charged for each.
  items jsonb not null default '[]',
  available_at timestamptz not null,
  -- Null: never, or not available yet.
  expires_at timestamptz,
  created_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, customer_id) references loyalty_accounts,
  check (remaining <= points - clawed_back),
  check ((order_id is not null) = (source = 'order'))
);
-- An order earns points once.
create unique index loyalty_lots_order_id_idx on loyalty_lots (environment_id, order_id) where order_id is not null;
create index loyalty_lots_customer_id_idx on loyalty_lots (environment_id, customer_id, id);
create index loyalty_lots_available_at_idx on loyalty_lots (available_at) where state = 'pending';
create index loyalty_lots_expires_at_idx on loyalty_lots (expires_at) where state = 'available' and expires_at is not null;

-- Points from before there were lots never expire.
insert into loyalty_lots (environment_id, id, customer_id, source, points, remaining, state, available_at, created_at)
select environment_id, 'lot_' || split_part(customer_id, '_', 2), customer_id, 'adjustment', balance, balance, 'available', updated_at,
  updated_at
from loyalty_accounts where balance > 0;

alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (case
  when kind in ('issued', 'credited', 'refunded', 'restored', 'earned')
    then case when account_id is null then amount < 0 else amount > 0 end
  when kind in ('debited', 'redeemed', 'clawed_back') then case when account_id is null then amount > 0 else amount < 0 end
  when kind in ('deactivated', 'expired') then case when account_id is null then amount >= 0 else amount <= 0 end
  when kind = 'adjusted' then amount <> 0
  else false
end);
alter table ledger_entries drop constraint ledger_entries_holder_check;
alter table ledger_entries add constraint ledger_entries_holder_check check (
  (holder is not null) = (kind in ('debited', 'redeemed', 'refunded', 'restored', 'earned', 'clawed_back'))
);
