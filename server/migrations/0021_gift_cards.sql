-- Money that the shop owes. Only a keyed hash of the code is stored, so that reading this table is not enough to spend it.
create table gift_cards (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  code_hash bytea not null check (length(code_hash) = 32),
  last4 text not null check (length(last4) = 4),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  initial_amount bigint not null check (initial_amount > 0),
  -- Always the sum of its entries.
  balance bigint not null check (balance >= 0),
  -- A card past `expires_at` counts as expired at once; a schedule updates the status soon after.
  status text not null check (status in ('active', 'deactivated', 'expired')),
  expires_at timestamptz,
  staff_note text,
  recipient_name text,
  recipient_email text,
  -- The order that sold the card and, for a card that the server issued, the item and the unit of it.
  order_id text collate "C",
  order_item_id text collate "C",
  order_unit integer check (order_unit >= 0),
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, code_hash),
  check (num_nonnulls(order_item_id, order_unit) = 0 or num_nonnulls(order_id, order_item_id, order_unit) = 3)
);
create index gift_cards_last4_idx on gift_cards (environment_id, last4);
create index gift_cards_expires_at_idx on gift_cards (expires_at) where status = 'active' and expires_at is not null;
-- One card per unit, however often the sale is processed.
create unique index gift_cards_order_unit_idx on gift_cards (environment_id, order_id, order_item_id, order_unit)
  where order_item_id is not null;

-- The ledger: append-only.
create table gift_card_entries (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  gift_card_id text collate "C" not null,
  kind text not null,
  amount bigint not null,
  balance_after bigint not null check (balance_after >= 0),
  -- The checkout or order that debited or restored, and for a restored amount, its refund.
  holder text collate "C",
  reference text collate "C",
  reason text,
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
create index gift_card_entries_gift_card_id_idx on gift_card_entries (environment_id, gift_card_id, id);
create index gift_card_entries_holder_idx on gift_card_entries (environment_id, holder, gift_card_id) where holder is not null;
-- A refund is restored once.
create unique index gift_card_entries_restored_idx on gift_card_entries (environment_id, gift_card_id, holder, reference)
  where kind = 'restored';
