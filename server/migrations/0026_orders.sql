-- The last number that was given out. Taken in a transaction of its own, so that nobody waits for another's order; what is taken
-- for an order that is not made after all stays unused.
create table order_counters (
  environment_id uuid primary key references environments,
  last integer not null
);

create table orders (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  number integer not null,
  -- `draft` is being written by staff. The rest follows from what was paid, sent and given back (`orders/status.ts`).
  status text not null check (status in ('draft', 'open', 'completed', 'canceled')),
  payment_status text not null check (payment_status in
    ('pending', 'authorized', 'partially_paid', 'paid', 'partially_refunded', 'refunded', 'voided')),
  fulfillment_status text not null check (fulfillment_status in ('unfulfilled', 'partial', 'fulfilled', 'not_needed')),
  return_status text not null check (return_status in ('none', 'requested', 'in_progress', 'returned')),
  currency text not null check (length(currency) = 3),
  -- What the buyer was to pay when it was placed; it never changes.
  total bigint not null check (total >= 0),
  refunded bigint not null default 0 check (refunded >= 0),
  email text,
  customer_id text,
  source text not null,
  -- Names, addresses, totals, taxes, promotions, shipping: as they were when it was placed (`orders/placed.ts`).
  contents json not null,
  tags text[] not null default '{}',
  staff_note text,
  -- In small letters, for the search: number, e-mail, names, SKUs and titles.
  search text not null,
  version integer not null,
  placed_at timestamptz not null,
  canceled_at timestamptz,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, number)
);
create index orders_by_time on orders (environment_id, placed_at desc, id desc);
create index orders_of_email on orders (environment_id, lower(email));

-- `ordered` never changes; `current` is less what was taken out before it was sent.
create table order_lines (
  environment_id uuid not null references environments,
  order_id text collate "C" not null,
  id text collate "C" not null,
  position integer not null,
  variant_id text collate "C",
  product_id text collate "C",
  ordered integer not null check (ordered > 0),
  current integer not null check (current >= 0 and current <= ordered),
  fulfilled integer not null default 0 check (fulfilled >= 0),
  returned integer not null default 0 check (returned >= 0 and returned <= fulfilled),
  refunded integer not null default 0 check (refunded >= 0 and refunded <= ordered),
  requires_shipping boolean not null,
  -- Of all of them together, with discounts and taxes, as charged.
  total bigint not null check (total >= 0),
  -- Title, SKU, options, image, prices and taxes, as they were.
  facts json not null,
  primary key (environment_id, order_id, id),
  foreign key (environment_id, order_id) references orders,
  check (fulfilled <= current + refunded)
);
create index order_lines_of_variant on order_lines (environment_id, variant_id);

-- By what an order is paid: a provider's payment, or a gift card.
create table order_payments (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  order_id text collate "C" not null,
  kind text not null check (kind in ('provider', 'gift_card', 'external')),
  provider text,
  -- The provider's name for it, or the gift card.
  ref text collate "C",
  status text not null check (status in ('authorized', 'paid', 'voided')),
  currency text not null,
  amount bigint not null check (amount > 0),
  captured bigint not null check (captured >= 0 and captured <= amount),
  refunded bigint not null default 0 check (refunded >= 0 and refunded <= captured),
  -- Such as the brand and the last digits of the card.
  details json not null,
  created_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, order_id) references orders
);
create index order_payments_of_order on order_payments (environment_id, order_id);
-- A provider's payment pays one order.
create unique index order_payments_by_ref on order_payments (environment_id, provider, ref) where kind = 'provider';

-- The history of an order is what was told of it.
create index events_of_order on events (environment_id, (data ->> 'orderId'), id) where data ? 'orderId';
