-- A cart on its way to become an order: what it will be, what is held for it, and by what it is paid. Whatever dies in between,
-- this says what was begun; the provider says what became of it.
create table checkouts (
  environment_id uuid not null references environments,
  -- Unguessable: it is all that guards the checkout.
  id text collate "C" not null,
  cart_id text collate "C" not null,
  -- Known before there is an order: there is one exactly when the checkout is completed.
  order_id text collate "C" not null,
  kind text not null check (kind in ('card', 'intent', 'acp')),
  status text not null check (status in ('active', 'ended')),
  -- Why it has ended.
  outcome text check (outcome in ('completed', 'declined', 'canceled', 'expired', 'refunding', 'refunded')),
  -- The order as it will be placed (`orders/placed.ts`), and what is reserved for it.
  placed json not null,
  provider text,
  ref text collate "C",
  capture text not null check (capture in ('now', 'later')),
  currency text not null,
  due bigint not null check (due >= 0),
  -- What the provider has last said.
  payment json,
  -- Which retry is the same request.
  request text collate "C",
  -- When somebody must look after it.
  check_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  check ((status = 'ended') = (outcome is not null)),
  check ((provider is null) = (ref is null) and (ref is not null or due = 0))
);
-- A cart is paid once.
create unique index checkouts_of_cart on checkouts (environment_id, cart_id) where status = 'active';
create index checkouts_to_check on checkouts (check_at) where status = 'active' or outcome = 'refunding';
create index checkouts_by_ref on checkouts (environment_id, provider, ref) where ref is not null;
create index checkouts_of_order on checkouts (environment_id, order_id);

-- Work that can't be one transaction, because it asks others, is claimed first; until then nobody else may begin it.
alter table idempotent_answers alter column status drop not null, add column claimed_until timestamptz;
