create function promotion_is_exhausted(usage_count integer, usage_limit integer, spent jsonb, budgets jsonb) returns boolean
language sql immutable parallel safe as $$
  select coalesce(usage_count >= usage_limit, false) or exists (
    select from jsonb_each_text(budgets) as budget
    where coalesce((spent ->> budget.key)::numeric, 0) >= budget.value::numeric
  )
$$;

create table promotions (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  title text not null check (length(title) between 1 and 255),
  trigger text not null check (trigger in ('automatic', 'code')),
  active boolean not null,
  starts_at timestamptz,
  ends_at timestamptz check (ends_at > starts_at),
  priority integer not null,
  exclusive_group text,
  combines_with jsonb not null,
  -- In the shape that the price calculation reads (`pricing/rules.ts`).
  items jsonb not null,
  conditions jsonb not null,
  benefit jsonb not null,
  usage_limit integer check (usage_limit > 0),
  usage_limit_per_customer integer check (usage_limit_per_customer > 0),
  -- {"EUR": 100000}; a currency without a budget is unlimited.
  budgets jsonb,
  -- Totals of the reserved and used rows in promotion_uses; only `promotions/uses/uses.ts` writes them.
  usage_count integer not null default 0 check (usage_count >= 0),
  spent jsonb not null default '{}',
  exhausted boolean not null generated always as (promotion_is_exhausted(usage_count, usage_limit, spent, budgets)) stored,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);
-- Every cart looks for gifts.
create index promotions_gift_idx on promotions (environment_id) where benefit ->> 'kind' = 'gift';

-- Uppercase, so that `summer` and `SUMMER` are the same code. A code belongs to one promotion.
create table promotion_codes (
  environment_id uuid not null references environments,
  code text collate "C" not null check (length(code) between 1 and 64),
  promotion_id text collate "C" not null,
  usage_limit integer check (usage_limit > 0),
  usage_count integer not null default 0 check (usage_count >= 0),
  active boolean not null default true,
  created_at timestamptz not null,
  primary key (environment_id, code),
  foreign key (environment_id, promotion_id) references promotions on delete cascade
);
create index promotion_codes_promotion_id_idx on promotion_codes (environment_id, promotion_id, code);

-- The holder is a checkout, then its order. A use outlives its promotion, like the order.
create table promotion_uses (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  promotion_id text collate "C" not null,
  code text collate "C",
  holder text collate "C" not null,
  -- A keyed hash, so that the table contains no email addresses. Null: the customer is unknown.
  customer_key text collate "C",
  currency text not null,
  amount bigint not null check (amount >= 0),
  status text not null check (status in ('reserved', 'used', 'released')),
  -- When a reservation is released automatically; null once it is used.
  expires_at timestamptz,
  created_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, holder, promotion_id)
);
create index promotion_uses_promotion_id_idx on promotion_uses (environment_id, promotion_id, id);
create index promotion_uses_customer_key_idx on promotion_uses (environment_id, customer_key, promotion_id)
  where status <> 'released';
create index promotion_uses_reserved_idx on promotion_uses (environment_id, promotion_id) where status = 'reserved';
create index promotion_uses_expires_at_idx on promotion_uses (expires_at) where status = 'reserved';
