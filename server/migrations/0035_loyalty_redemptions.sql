alter table loyalty_programs
  add column rewards jsonb not null default '[]',
  add column actions jsonb not null default '[]';

alter table loyalty_lots
  -- Points for an action outside of orders, such as a review.
  add column action text collate "C",
  -- What the shop's own system calls the event that earned the points.
  add column event_id text collate "C",
  add check (num_nonnulls(action, event_id) = case when source = 'action' then 2 else 0 end);
alter table loyalty_lots drop constraint loyalty_lots_source_check;
alter table loyalty_lots add constraint loyalty_lots_source_check
  check (source in ('order', 'adjustment', 'restoration', 'action'));
-- An event earns points once.
create unique index loyalty_lots_event_id_idx on loyalty_lots (environment_id, event_id) where event_id is not null;
create index loyalty_lots_action_idx on loyalty_lots (environment_id, customer_id, action) where action is not null;

-- Set on a promotion that the server created for codes of the same value. Its benefit does not change.
alter table promotions add column managed_key text collate "C";
create unique index promotions_managed_key_idx on promotions (environment_id, managed_key) where managed_key is not null;
-- The only customer who can use the code; null: everybody.
alter table promotion_codes add column customer_id text collate "C";
create index promotion_codes_customer_id_idx on promotion_codes (environment_id, customer_id) where customer_id is not null;

-- Points exchanged for a reward. Whether it was used is up to its code, gift card or cart.
create table loyalty_redemptions (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  customer_id text collate "C" not null,
  -- The key of the reward; null for a number of points.
  reward text collate "C",
  type text not null,
  points bigint not null check (points > 0),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  gift_card_id text collate "C",
  promotion_id text collate "C",
  code text collate "C",
  cart_id text collate "C",
  -- [{"id": "lot_…", "points": 200}]: where the points came from. Points for a cart leave the balance at checkout.
  lots jsonb not null default '[]',
  reversed_at timestamptz,
  created_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, customer_id) references loyalty_accounts,
  check (case type
    when 'gift_card' then gift_card_id is not null and num_nonnulls(promotion_id, code, cart_id) = 0
    when 'discount_code' then num_nonnulls(promotion_id, code) = 2 and num_nonnulls(gift_card_id, cart_id) = 0
    when 'cart_credit' then cart_id is not null and num_nonnulls(gift_card_id, promotion_id, code) = 0
    else false
  end)
);
create index loyalty_redemptions_customer_id_idx on loyalty_redemptions (environment_id, customer_id, id);
-- A cart pays with the points of one redemption.
create unique index loyalty_redemptions_cart_id_idx on loyalty_redemptions (environment_id, cart_id)
  where cart_id is not null and reversed_at is null;
