-- What was sent. `order_lines.fulfilled` is the sum of those that are not canceled, always.
create table fulfillments (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  order_id text collate "C" not null,
  status text not null check (status in ('shipped', 'delivered', 'canceled')),
  -- Which lines, and how many of each; this never changes.
  lines json not null,
  tracking json,
  -- From where; only noted, since stock was taken when it was ordered.
  location_id text collate "C",
  created_at timestamptz not null,
  delivered_at timestamptz,
  primary key (environment_id, id),
  foreign key (environment_id, order_id) references orders
);
create index fulfillments_of_order on fulfillments (environment_id, order_id, id);

create table returns (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  order_id text collate "C" not null,
  status text not null check (status in ('requested', 'approved', 'rejected', 'received', 'closed')),
  note text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, order_id) references orders
);
create index returns_of_order on returns (environment_id, order_id, id);

-- `order_lines.returned` is the sum of `received`, always.
create table return_lines (
  environment_id uuid not null references environments,
  return_id text collate "C" not null,
  line_id text collate "C" not null,
  position integer not null,
  quantity integer not null check (quantity > 0),
  received integer not null default 0 check (received >= 0 and received <= quantity),
  restocked integer not null default 0 check (restocked >= 0 and restocked <= received),
  reason text,
  primary key (environment_id, return_id, line_id),
  foreign key (environment_id, return_id) references returns
);

-- The order's name in the shop it was imported from: an import that is repeated makes no second order.
create unique index orders_by_external_id on orders (environment_id, (contents ->> 'externalId'))
  where contents ->> 'externalId' is not null;

-- Goods that came back have paid for others: such a payment names the order that they came from.
create index order_payments_of_exchange on order_payments (environment_id, ref) where kind = 'external';
