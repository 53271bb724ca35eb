-- Money that the shop owes. Of its code only a keyed hash is kept, so that nobody who reads this table can pay with it.
create table gift_cards (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  code_hash bytea not null check (length(code_hash) = 32),
  last4 text not null check (length(last4) = 4),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  initial_amount bigint not null check (initial_amount > 0),
  -- The sum of its entries, always.
  balance bigint not null check (balance >= 0),
  -- A card whose time is over is `expired` from that moment on, whatever stands here: a schedule writes it down soon after.
  status text not null check (status in ('active', 'deactivated', 'expired')),
  expires_at timestamptz,
  note text,
  recipient_name text,
  recipient_email text,
  -- The order by which it was bought.
  order_id text collate "C",
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, code_hash)
);
create index gift_cards_by_last4 on gift_cards (environment_id, last4);
create index gift_cards_to_expire on gift_cards (expires_at) where status = 'active' and expires_at is not null;

-- The ledger. Nothing here is ever changed.
create table gift_card_entries (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  gift_card_id text collate "C" not null,
  kind text not null,
  amount bigint not null,
  balance_after bigint not null check (balance_after >= 0),
  -- The checkout or order that took or gave back, and which of its refunds it was.
  holder text collate "C",
  reference text collate "C",
  reason text,
  -- Who: a key, a member, the system.
  actor text not null,
  created_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, gift_card_id) references gift_cards,
  check (case kind
    when 'issued' then amount > 0
    when 'credited' then amount > 0
    when 'restored' then amount > 0
    when 'debited' then amount < 0
    when 'deactivated' then amount <= 0
    when 'expired' then amount <= 0
    else false
  end),
  check ((holder is not null) = (kind in ('debited', 'restored'))),
  check ((reference is not null) = (kind = 'restored'))
);
create index gift_card_entries_of_card on gift_card_entries (environment_id, gift_card_id, id);
create index gift_card_entries_of_holder on gift_card_entries (environment_id, holder, gift_card_id) where holder is not null;
-- The same refund can't be written twice, whoever tries.
create unique index gift_card_restores on gift_card_entries (environment_id, gift_card_id, holder, reference)
  where kind = 'restored';
