alter table loyalty_programs
  add column referral jsonb not null
    default '{"active": false, "referrerPoints": 0, "refereePoints": 0, "minOrderAmount": null, "url": null}';

create table referral_codes (
  environment_id uuid not null references environments,
  code text collate "C" not null,
  customer_id text collate "C" not null,
  -- Other codes came with a merge: they are shared already, so they keep working.
  is_primary boolean not null,
  created_at timestamptz not null,
  primary key (environment_id, code),
  foreign key (environment_id, customer_id) references customers on delete cascade
);
create index referral_codes_customer_id_idx on referral_codes (environment_id, customer_id);
create unique index referral_codes_primary_idx on referral_codes (environment_id, customer_id) where is_primary;

create table referrals (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  -- Null once the referrer is erased.
  code text collate "C",
  referrer_id text collate "C" not null,
  referee_id text collate "C" not null,
  status text not null check (status in ('pending', 'qualified', 'rewarded', 'rejected')),
  reason text check (reason in
    ('self_referral', 'same_address', 'same_payment_method', 'not_first_order', 'below_minimum', 'refunded')),
  -- The order that qualified; until then the one that the shop named.
  order_id text collate "C",
  -- What was promised when the referral was created.
  referrer_points bigint not null check (referrer_points >= 0),
  referee_points bigint not null check (referee_points >= 0),
  -- What must be left of the order after refunds, in its currency.
  min_amount bigint not null default 0 check (min_amount >= 0),
  -- The points of each side, once they were given.
  referrer_lot_id text collate "C",
  referee_lot_id text collate "C",
  qualified_at timestamptz,
  -- When the points are due.
  reward_at timestamptz,
  rewarded_at timestamptz,
  created_at timestamptz not null,
  primary key (environment_id, id),
  check ((reason is not null) = (status = 'rejected')),
  check (status not in ('qualified', 'rewarded') or (order_id is not null and qualified_at is not null and reward_at is not null)),
  check (status <> 'rewarded' or rewarded_at is not null)
);
-- A referee is attributed once.
create unique index referrals_referee_id_idx on referrals (environment_id, referee_id);
create index referrals_referrer_id_idx on referrals (environment_id, referrer_id, id);
create index referrals_status_idx on referrals (environment_id, status, id);
create index referrals_order_id_idx on referrals (environment_id, order_id) where order_id is not null;
create index referrals_reward_at_idx on referrals (reward_at) where status = 'qualified';

-- The provider's identifier of the card or bank account, the same for every payment with it.
alter table order_payments add column fingerprint text collate "C";
create index order_payments_fingerprint_idx on order_payments (environment_id, fingerprint) where fingerprint is not null;

alter table loyalty_lots drop constraint loyalty_lots_source_check;
alter table loyalty_lots add constraint loyalty_lots_source_check
  check (source in ('order', 'adjustment', 'restoration', 'action', 'referral'));

alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (case
  when kind in ('issued', 'credited', 'refunded', 'restored', 'earned', 'referral_rewarded')
    then case when account_id is null then amount < 0 else amount > 0 end
  when kind in ('debited', 'redeemed', 'clawed_back') then case when account_id is null then amount > 0 else amount < 0 end
  when kind in ('deactivated', 'expired') then case when account_id is null then amount >= 0 else amount <= 0 end
  when kind = 'adjusted' then amount <> 0
  else false
end);
alter table ledger_entries drop constraint ledger_entries_holder_check;
alter table ledger_entries add constraint ledger_entries_holder_check check (
  (holder is not null) = (kind in ('debited', 'redeemed', 'refunded', 'restored', 'earned', 'clawed_back', 'referral_rewarded'))
);
