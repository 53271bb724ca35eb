-- Money that the shop owes a customer in one currency, such as a refund that was not returned to the card.
create table store_credit_accounts (
  environment_id uuid not null references environments,
  customer_id text collate "C" not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Always the sum of its entries.
  balance bigint not null check (balance >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, customer_id, currency)
);

-- Double-entry and append-only: the entries of a transaction add up to zero in each unit. One side is a customer's account,
-- whose balance another table has; the other side is an account of the shop.
create table ledger_entries (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  transaction_id text collate "C" not null,
  account_type text not null,
  -- The gift card or customer; null for accounts of the shop.
  account_id text collate "C",
  unit text not null check (unit ~ '^[A-Z]{3}$' or unit = 'points'),
  amount bigint not null,
  balance_after bigint,
  kind text not null,
  -- The checkout, order or refund that debited, and of a credit, the refund or the end of the checkout.
  holder text collate "C",
  reference text collate "C",
  reason text,
  actor text not null,
  created_at timestamptz not null,
  primary key (environment_id, id),
  constraint ledger_entries_account_check check (case
    when account_type in ('gift_card', 'points', 'store_credit') then account_id is not null and balance_after is not null
    when account_type in ('issued', 'redeemed', 'written_off') then account_id is null and balance_after is null
    else false
  end),
  constraint ledger_entries_kind_check check (case
    when kind in ('issued', 'credited', 'refunded', 'restored') then case when account_id is null then amount < 0 else amount > 0 end
    when kind in ('debited', 'redeemed') then case when account_id is null then amount > 0 else amount < 0 end
    when kind in ('deactivated', 'expired') then case when account_id is null then amount >= 0 else amount <= 0 end
    when kind = 'adjusted' then amount <> 0
    else false
  end),
  constraint ledger_entries_holder_check check ((holder is not null) = (kind in ('debited', 'redeemed', 'refunded', 'restored'))),
  constraint ledger_entries_reference_check check ((reference is not null) = (kind in ('refunded', 'restored'))),
  constraint ledger_entries_reason_check check (reason is not null or kind <> 'adjusted')
);
create index ledger_entries_account_id_idx on ledger_entries (environment_id, account_id, id) where account_id is not null;
create index ledger_entries_holder_idx on ledger_entries (environment_id, holder, account_id)
  where holder is not null and account_id is not null;
create index ledger_entries_transaction_id_idx on ledger_entries (environment_id, transaction_id);
-- A refund is credited once.
create unique index ledger_entries_reference_idx
  on ledger_entries (environment_id, holder, reference, kind, account_type, account_id, unit)
  where reference is not null and account_id is not null;

alter table order_payments drop constraint order_payments_kind_check;
alter table order_payments add constraint order_payments_kind_check
  check (kind in ('provider', 'gift_card', 'points', 'store_credit', 'external'));

-- Every entry of the two former ledgers becomes a transaction. It keeps the random part of its id; the id of the other
-- side differs in the last bit, which leaves it unique.
with former as (
  select entry.environment_id, split_part(entry.id, '_', 2) as id, 'gift_card' as account_type, gift_card_id as account_id,
    currency as unit, amount, balance_after, kind, holder, reference, reason, actor, entry.created_at
  from gift_card_entries as entry
  join gift_cards on gift_cards.environment_id = entry.environment_id and gift_cards.id = entry.gift_card_id
  union all
  select environment_id, split_part(id, '_', 2), 'points', customer_id, 'points', points, balance_after, kind, holder, reference,
    reason, actor, created_at
  from loyalty_entries
)
insert into ledger_entries (environment_id, id, transaction_id, account_type, account_id, unit, amount, balance_after, kind,
  holder, reference, reason, actor, created_at)
select environment_id, 'lde_' || side.id, 'ltx_' || former.id, side.account_type, side.account_id, unit, side.amount,
  side.balance_after, kind, holder, reference, reason, actor, created_at
from former cross join lateral (values
  (former.id, former.account_type, former.account_id, former.amount, former.balance_after),
  (left(former.id, -1) || translate(right(former.id, 1),
    '0123456789abcdefghjkmnpqrstvwxyz', '1032547698badcfehgkjnmqpsrvtxwzy'),
    case when kind in ('issued', 'credited', 'adjusted') then 'issued'
      when kind in ('debited', 'redeemed', 'restored') then 'redeemed'
      else 'written_off' end,
    null, -former.amount, null)
) as side (id, account_type, account_id, amount, balance_after);

drop table gift_card_entries, loyalty_entries;
