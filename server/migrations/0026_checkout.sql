-- A cart on its way to an order: the order to place, what is reserved for it, and its payment. After a crash this table
-- says what was started, and the provider says how it ended (decision 16).
create table checkouts (
  environment_id uuid not null references environments,
  -- Unguessable: the only protection of the checkout.
  id text collate "C" not null,
  cart_id text collate "C" not null,
  -- Assigned in advance; the order exists once the checkout has completed.
  order_id text collate "C" not null,
  kind text not null check (kind in ('card', 'intent', 'acp')),
  status text not null check (status in ('active', 'ended')),
  outcome text check (outcome in ('completed', 'declined', 'canceled', 'expired', 'refunding', 'refunded')),
  -- The order to place (`OrderSnapshot` in `orders/schemas.ts`) and its reservations.
  snapshot json not null,
  provider text,
  ref text collate "C",
  capture_method text not null check (capture_method in ('automatic', 'manual')),
  currency text not null,
  due bigint not null check (due >= 0),
  -- The provider's last report.
  payment json,
  -- Identifies a retry of the same request.
  request_key text collate "C",
  -- A keyed hash of the client's network, the customer or the cart whose reservation limit applies. Null: no limit, for
  -- a customer named by a key and for a checkout that is paid at once.
  reserved_for text collate "C",
  -- Since when the cart has reserved stock without paying, across all its intents.
  reservation_started_at timestamptz,
  -- When to reconcile with the provider.
  check_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  check ((status = 'ended') = (outcome is not null)),
  check ((provider is null) = (ref is null) and (ref is not null or due = 0))
);
-- A cart is paid once.
create unique index checkouts_active_cart_id_idx on checkouts (environment_id, cart_id) where status = 'active';
-- Purchases and ACP sessions also read ended checkouts.
create index checkouts_cart_id_idx on checkouts (environment_id, cart_id);
create index checkouts_order_id_idx on checkouts (environment_id, order_id);
create index checkouts_provider_ref_idx on checkouts (environment_id, provider, ref) where ref is not null;
create index checkouts_reserved_for_idx on checkouts (environment_id, reserved_for)
  where status = 'active' and reserved_for is not null;
create index checkouts_check_at_idx on checkouts (check_at) where status = 'active' or outcome = 'refunding';

-- Checkouts with the number of their order, if there is one.
create view checkout_details as
select checkouts.*, orders.number
from checkouts
left join orders on orders.environment_id = checkouts.environment_id and orders.id = checkouts.order_id;
