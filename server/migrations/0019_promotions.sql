-- Reached when all uses are taken, or nothing is left of any of the budgets.
create function promotion_is_exhausted(used integer, usage_limit integer, spent jsonb, budgets jsonb) returns boolean
language sql immutable parallel safe as $$
  select coalesce(used >= usage_limit, false) or exists (
    select from jsonb_each_text(budgets) as budget
    where coalesce((spent ->> budget.key)::numeric, 0) >= budget.value::numeric
  )
$$;

-- items, conditions and benefit are what `pricing/rules.ts` reads, as it reads them.
create table promotions (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  title text not null check (length(title) between 1 and 255),
  trigger text not null check (trigger in ('automatic', 'code')),
  enabled boolean not null,
  starts_at timestamptz,
  ends_at timestamptz check (ends_at > starts_at),
  priority integer not null,
  exclusive_group text,
  combines_with jsonb not null,
  items jsonb not null,
  conditions jsonb not null,
  benefit jsonb not null,
  usage_limit integer check (usage_limit > 0),
  uses_per_customer integer check (uses_per_customer > 0),
  -- An amount a currency; null: without end. So is a currency that is not named.
  budgets jsonb,
  -- Of all uses that are reserved or used: how many, and how much a currency. `uses.ts` is the only writer.
  used integer not null default 0 check (used >= 0),
  spent jsonb not null default '{}',
  -- By the database, so that it can't be other than the numbers say.
  is_exhausted boolean not null generated always as (promotion_is_exhausted(used, usage_limit, spent, budgets)) stored,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);

-- Upper case, so that `summer` and `SUMMER` are one. A code stands for one promotion.
create table promotion_codes (
  environment_id uuid not null references environments,
  code text collate "C" not null check (length(code) between 1 and 64),
  promotion_id text collate "C" not null,
  usage_limit integer check (usage_limit > 0),
  used integer not null default 0 check (used >= 0),
  disabled boolean not null default false,
  created_at timestamptz not null,
  primary key (environment_id, code),
  foreign key (environment_id, promotion_id) references promotions on delete cascade
);
create index promotion_codes_of_promotion on promotion_codes (environment_id, promotion_id, code);

-- Who holds which promotion: a checkout, then its order. It outlives the promotion, as the orders do.
create table promotion_uses (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  promotion_id text collate "C" not null,
  code text collate "C",
  holder text collate "C" not null,
  -- A keyed hash: no address stands here. Null: nobody knows who buys.
  customer_key text collate "C",
  currency text not null,
  amount bigint not null check (amount >= 0),
  state text not null check (state in ('reserved', 'used', 'released')),
  -- When a reservation is given back by itself; null once it is used.
  expires_at timestamptz,
  created_at timestamptz not null,
  primary key (environment_id, id),
  -- Nobody holds a promotion twice.
  unique (environment_id, holder, promotion_id)
);
create index promotion_uses_of_promotion on promotion_uses (environment_id, promotion_id, id);
create index promotion_uses_of_customer on promotion_uses (environment_id, customer_key, promotion_id)
  where state <> 'released';
create index promotion_uses_reserved on promotion_uses (environment_id, promotion_id) where state = 'reserved';
create index promotion_uses_expiring on promotion_uses (expires_at) where state = 'reserved';
