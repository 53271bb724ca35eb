-- Money that was asked to move and may not have moved yet. Each row is written before whoever has the money is asked, and says
-- what became of it; its id is the key under which they are asked, so that asking again moves nothing twice.
create table order_refunds (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  order_id text collate "C" not null,
  status text not null check (status in ('pending', 'completed', 'failed')),
  currency text not null,
  amount bigint not null check (amount >= 0),
  -- Of the amount, as far as it is for shipping and for units: what was charged for them (`orders/refund-rules.ts`).
  shipping bigint not null check (shipping >= 0),
  lines json not null,
  -- To which payments it goes back, and how much to each.
  tenders json not null,
  reason text,
  note text,
  -- Which retry is the same request.
  request text collate "C",
  -- When somebody must ask what became of it.
  check_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, order_id) references orders
);
create index order_refunds_of_order on order_refunds (environment_id, order_id, id);
create index order_refunds_to_check on order_refunds (check_at) where status = 'pending';

-- What is done with a payment that is authorized: it is captured, or given up.
create table payment_deeds (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  order_id text collate "C" not null,
  payment_id text collate "C" not null,
  kind text not null check (kind in ('capture', 'void')),
  status text not null check (status in ('pending', 'completed', 'failed')),
  amount bigint not null check (amount > 0),
  request text collate "C",
  check_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, order_id) references orders,
  foreign key (environment_id, payment_id) references order_payments
);
create index payment_deeds_of_order on payment_deeds (environment_id, order_id, id);
-- One at a time.
create unique index payment_deeds_under_way on payment_deeds (environment_id, payment_id) where status = 'pending';
create index payment_deeds_to_check on payment_deeds (check_at) where status = 'pending';

create table order_cancellations (
  environment_id uuid not null references environments,
  order_id text collate "C" not null,
  reason text not null check (reason in ('customer', 'fraud', 'inventory', 'declined', 'other')),
  note text,
  request text collate "C",
  created_at timestamptz not null,
  primary key (environment_id, order_id),
  foreign key (environment_id, order_id) references orders
);

-- What goes back on the shelf goes where it was taken from.
create index stock_movements_of_order on stock_movements (environment_id, reference) where reason in ('sold', 'restocked');
